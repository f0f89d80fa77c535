import { request } from "node:http";
import path from "node:path";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { createDatabase } from "~/db/client.server";
import { pause } from "~/lib/pause";
import { createApiKey } from "../../factories/api-keys";
import { createStorage, DATABASES, startPlatform } from "../../setup/e2e-server";
import type { PlatformServer } from "../../setup/e2e-server";

const TIMEOUT_MS = 300_000;

/** Until the server has printed it. */
async function untilSaid(server: PlatformServer, sentence: string): Promise<void> {
  while (!server.output().includes(sentence)) await pause(20);
}

it.each(DATABASES)(
  "a call that is under way at a stop is answered on %s, and sent again it gets the stored answer",
  async (kind) => {
    const storage = await createStorage(kind);
    const stops: (() => Promise<void>)[] = [storage.remove];
    try {
      const server = await startPlatform(storage);
      stops.unshift(server.stop);
      const database = createDatabase({
        url: storage.databaseUrl,
        file: path.join(storage.dataDir, "platform.sqlite"),
      });
      stops.unshift(() => database.destroy());
      const company = (await database("companies").first("id")) as { id: number };
      const key = await createApiKey(database, company.id);
      const payload = JSON.stringify({ title: "Stored at the stop" });
      const headers = { ...key.headers, "Content-Type": "application/json", "Idempotency-Key": "at-the-stop" };

      const call = request(`${server.url}api/vehicle/store`, {
        method: "POST",
        headers: { ...headers, "Content-Length": Buffer.byteLength(payload), Expect: "100-continue" },
      });
      const answered = new Promise<[number | undefined, string]>((resolve, reject) => {
        call.on("error", reject);
        call.on("response", (answer) => void text(answer).then((body) => resolve([answer.statusCode, body]), reject));
      });
      // Once the server asks for the rest, it has the request.
      const isThere = new Promise((resolve) => call.once("continue", resolve));
      call.flushHeaders();
      await Promise.race([isThere, answered]);
      const stopped = server.stop();
      await untilSaid(server, "SIGTERM: stopping");
      call.end(payload);
      const [status, stored] = await answered;
      expect([status, JSON.parse(stored)]).toMatchObject([200, { status: "success" }]);
      await stopped;
      expect(server.errors()).not.toMatch(/error|cut off/i);

      const again = await startPlatform(storage);
      stops.unshift(again.stop);
      const repeated = await fetch(`${again.url}api/vehicle/store`, { method: "POST", headers, body: payload });
      expect([repeated.status, repeated.headers.get("Idempotent-Replayed")]).toEqual([200, "true"]);
      expect(await repeated.text()).toBe(stored);
      expect(await database("vehicles").where({ title: "Stored at the stop" })).toHaveLength(1);
    } finally {
      for (const stop of stops) await stop();
    }
  },
  TIMEOUT_MS,
);
