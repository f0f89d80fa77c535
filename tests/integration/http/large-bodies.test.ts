import { request } from "node:http";
import type { ClientRequest, Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { databaseLimiter } from "~/db/limiter.server";
import { openSession } from "~/auth/session.server";
import { getUserAcrossCompanies } from "~/db/repositories/users.server";
import { parseEnv } from "~/env.server";
import { createApp } from "~/http/app.server";
import { WRONG_KEYS } from "~/http/api/session-of-call.server";
import { limitsWith, setLimits } from "~/services/limits/limits.server";
import { createApiKey } from "../../factories/api-keys";
import { databases, useTestDatabase } from "../../helpers/databases";
import { pagesWhere } from "../../helpers/no-pages";
import { createDesk, forgetWorld, setWorld } from "../planning/desk";
import type { Desk } from "../planning/desk";

const ANNOUNCED = 11_900_001;

/** Bytes of each body that its call was given. */
const given: number[] = [];
const api = {
  id: "api",
  path: "api/*",
  module: {
    default: undefined as never,
    loader: () => null,
    action: async ({ request: asked }: { request: Request }) => {
      given.push((await asked.arrayBuffer()).byteLength);
      return null;
    },
  },
};

describe.each(databases())("large bodies on %s", (kind) => {
  const database = useTestDatabase(kind);
  let desk: Desk;
  let server: Server;
  const open: ClientRequest[] = [];

  beforeEach(async () => {
    setWorld(database().db);
    setLimits(limitsWith(databaseLimiter(database().db)));
    desk = await createDesk(database().db);
    const pages = pagesWhere(() => new Response(null, { status: 404 }), { api });
    server = createApp(parseEnv({ NODE_ENV: "test" }), pages).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    given.length = 0;
  });
  afterEach(async () => {
    for (const one of open.splice(0)) one.destroy();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    setLimits(undefined);
    forgetWorld();
  });

  /** A body of which `sent` bytes come; the rest never does. */
  function call(
    path: string,
    headers: Record<string, string>,
    { announced, sent }: { announced: number; sent: number },
  ) {
    const { port } = server.address() as AddressInfo;
    const origin = `http://127.0.0.1:${port}`;
    const asked = request(`${origin}/platform/api/${path}`, {
      method: "POST",
      headers: { Origin: origin, "Content-Type": "application/json", "Content-Length": announced, ...headers },
    });
    open.push(asked);
    const answer = new Promise<{ status: number; text: string; wait: number }>((resolve, reject) => {
      asked.on("error", reject);
      asked.on("response", (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (piece: string) => {
          text += piece;
          resolve({ status: response.statusCode!, text, wait: Number(response.headers["retry-after"]) });
        });
        response.on("end", () => resolve({ status: response.statusCode!, text, wait: 0 }));
      });
    });
    answer.catch(() => undefined);
    asked.write(Buffer.alloc(sent, " "));
    return answer;
  }

  it("are refused without a key or a session that is known, before they are read", async () => {
    const unknown: Record<string, string>[] = [{}, { "X-Api-Key": "k".repeat(32) }, { Cookie: "session=none" }];
    for (const headers of unknown) {
      const { status, text } = await call("vroom", headers, { announced: ANNOUNCED, sent: 100_000 });
      expect([status, JSON.parse(text)]).toEqual([401, { status: "not_authorized", data: "You are not authorized" }]);
    }
    expect(given).toEqual([]);
  });

  it("are read with a key, and with a session's cookie", async () => {
    const key = await createApiKey(desk.db, desk.companyId);
    const user = await getUserAcrossCompanies(desk.db, desk.ownerId);
    const Cookie = (await openSession(user, new Headers())).split(";")[0]!;
    const known: Record<string, string>[] = [{ "X-Api-Key": key.value }, key.headers, { Cookie }];
    for (const headers of known) await call("vroom", headers, { announced: 1_000_000, sent: 1_000_000 });
    expect(given).toEqual([1_000_000, 1_000_000, 1_000_000]);
  });

  it("count a wrong key as every other call does", async () => {
    await desk.db("limits").delete();
    const wrong = { "X-Api-Key": "k".repeat(32) };
    for (let nth = 0; nth < WRONG_KEYS.uses; nth++) await call("vroom", wrong, { announced: ANNOUNCED, sent: 1 });
    const { status, wait } = await call("vroom", wrong, { announced: ANNOUNCED, sent: 1 });
    expect([status, wait > 0]).toEqual([429, true]);
  });

  it("keep nobody from signing in while eleven of strangers hang", async () => {
    for (let nth = 0; nth < 11; nth++) void call("vroom", {}, { announced: ANNOUNCED, sent: ANNOUNCED - 1 });
    await call("login", {}, { announced: 9, sent: 9 });
    expect(given).toEqual([9]);
  });
});
