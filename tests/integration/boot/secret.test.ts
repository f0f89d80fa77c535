import { readFileSync, truncateSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { createStorage, startPlatform } from "../../setup/e2e-server";

const TIMEOUT_MS = 300_000;

it(
  "the server's secret is made at the start, and an empty one ends the next start with what to do",
  async () => {
    const storage = await createStorage("sqlite");
    const stops: (() => Promise<void>)[] = [storage.remove];
    try {
      const server = await startPlatform(storage);
      stops.unshift(server.stop);
      const file = path.join(storage.dataDir, "session-secret");
      expect(readFileSync(file, "utf8")).toMatch(/^[0-9a-f]{64}$/);
      await server.stop();
      truncateSync(file);
      await expect(startPlatform(storage)).rejects.toThrow(/ended \(1\)[^]*fewer than 16 characters.*remove it and/);
      expect(readFileSync(file, "utf8")).toBe("");
    } finally {
      for (const stop of stops) await stop();
    }
  },
  TIMEOUT_MS,
);
