import { existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from "node:fs";
import { stat } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import type { IncomingMessage, Server } from "node:http";
import { once } from "node:events";
import { createServer, request } from "node:http";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { parseEnv } from "~/env.server";
import { createApp } from "~/http/app.server";
import { sendStored } from "~/http/send-stored.server";
import { callerGone } from "~/lib/request-context.server";
import { somebodyWaits, untilNoRequest } from "~/lib/requests-under-way.server";
import { setServices } from "~/services/container.server";
import { localDiskStorage } from "~/services/storage/local-disk.server";
import { collectGarbage } from "../../helpers/garbage";
import { pagesWhere } from "../../helpers/no-pages";
import { testServices } from "../../helpers/services";

/** What each request that reaches Remix finds. */
const seen: boolean[] = [];
const cookies: (string | null)[] = [];
function noPage(): Response {
  seen.push(somebodyWaits());
  return new Response(null, { status: 404 });
}

const nothing = { default: undefined as never, loader: () => null };
const readable = { id: "readable", path: "readable", module: nothing };
const noteCookie = ({ request }: { request: Request }) => {
  cookies.push(request.headers.get("Cookie"));
  return null;
};
/** Answers when the request was closed, and never before. */
let closed = () => {};
const waits = {
  id: "waits",
  path: "waits",
  module: {
    ...nothing,
    action: () => {
      const gone = callerGone();
      arrived();
      return new Promise<null>((resolve) =>
        gone.addEventListener("abort", () => {
          closed();
          resolve(null);
        }),
      );
    },
  },
};
let arrived = () => {};
/** Sends its beginning and no more. */
const streams = {
  id: "streams",
  path: "streams",
  module: {
    ...nothing,
    loader: () => {
      callerGone().addEventListener("abort", () => closed());
      return new Response(new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from("begun")) }));
    },
  },
};
const untilGone = () => {
  const gone = callerGone();
  arrived();
  return new Promise((resolve) => gone.addEventListener("abort", resolve));
};
/** Answers with a stored file after its reader has left. */
const file = {
  id: "file",
  path: "file",
  module: {
    ...nothing,
    loader: async ({ request }: { request: Request }) => {
      await untilGone();
      const answer = await sendStored(request, { key: "a.bin", contentType: "image/png", disposition: "inline" });
      closed();
      return answer;
    },
  },
};
/** Answers after its reader has left, at an address where Remix is not asked and so doesn't throw the answer away. */
const late = {
  id: "routes/driver.position.$routeId",
  path: "driver/position/:routeId",
  module: {
    ...nothing,
    action: async () => {
      await untilGone();
      return new Response(new ReadableStream({ pull: () => new Promise(() => {}), cancel: () => closed() }));
    },
  },
};
const api = { id: "api", path: "api/*", module: { ...nothing, action: noteCookie } };

let server: Server;
let port: number;

const settings = parseEnv({ NODE_ENV: "test", MARKETING_HOST: "routes.example", APP_HOST: "app.routes.example" });
const routes = { readable, waits, streams, file, [late.id]: late, api };

beforeAll(async () => {
  server = createApp(settings, pagesWhere(noPage, routes)).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  port = (server.address() as AddressInfo).port;
});

afterAll(() => server.close());

function send(path: string, options: { method?: string; headers?: Record<string, string> } = {}) {
  return new Promise<{ status: number; location: string | undefined; headers: Record<string, unknown> }>(
    (resolve, reject) => {
      const call = request({ host: "127.0.0.1", port, path, ...options }, (response) => {
        response.resume();
        response.on("end", () =>
          resolve({ status: response.statusCode!, location: response.headers.location, headers: response.headers }),
        );
      });
      call.on("error", reject);
      call.end();
    },
  );
}

it("says in a sentence that an address takes no POST requests", async () => {
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const answer = await fetch(`${origin}/platform/readable`, { method: "POST", headers: { Origin: origin } });
  expect([answer.status, await answer.text()]).toEqual([405, "POST is not answered here."]);
});

it("tells the work for a request that its sender has gone", async () => {
  const origin = `http://127.0.0.1:${port}`;
  const isThere = new Promise<void>((resolve) => (arrived = resolve));
  const isClosed = new Promise<void>((resolve) => (closed = resolve));
  const call = request(`${origin}/platform/waits`, { method: "POST", headers: { Origin: origin } });
  call.on("error", () => undefined);
  call.end();
  await isThere;
  call.destroy();
  await isClosed;
});

/** The socket is cut while the answer is still made. */
async function leaveEarly(address: string, method: string): Promise<void> {
  const isThere = new Promise<void>((resolve) => (arrived = resolve));
  const isClosed = new Promise<void>((resolve) => (closed = resolve));
  const origin = `http://127.0.0.1:${port}`;
  const call = request(`${origin}/platform/${address}`, { method, headers: { Origin: origin } });
  call.on("error", () => undefined);
  call.end();
  await isThere;
  call.destroy();
  await isClosed;
}

it.runIf(existsSync("/proc/self/fd"))("opens no file for a reader who has already left", async () => {
  const root = mkdtempSync(path.join(tmpdir(), "route-platform-left-"));
  const storage = localDiskStorage(root);
  await storage.write(
    "a.bin",
    (async function* () {
      yield Buffer.alloc(1_000_000);
    })(),
  );
  setServices(testServices({ storage }));
  const stored = path.join(root, "a.bin");
  for (let nth = 0; nth < 5; nth += 1) await leaveEarly("file", "GET");
  // An open that was begun before these has ended by then.
  for (let nth = 0; nth < 20; nth += 1) await stat(stored);
  const targets = readdirSync("/proc/self/fd").map((number) => {
    try {
      return readlinkSync(`/proc/self/fd/${number}`);
    } catch {
      // The descriptor that the folder was read with.
      return "";
    }
  });
  expect(targets.filter((target) => target === stored)).toEqual([]);
  setServices(undefined);
  rmSync(root, { recursive: true });
});

it("cancels an answer whose reader left before it was ready", () => leaveEarly("driver/position/7", "POST"));

it("lets no stop wait for a request that was cut before anything looked at it", async () => {
  const app = createApp(settings, pagesWhere(noPage, routes));
  const left = createServer((asked, response) => {
    app(asked, response);
    // Files of this name are being looked for.
    asked.socket.destroy();
  });
  left.listen(0, "127.0.0.1");
  await once(left, "listening");
  seen.length = 0;
  const call = request({ host: "127.0.0.1", port: (left.address() as AddressInfo).port, path: "/platform/planning" });
  call.on("error", () => undefined);
  call.end();
  await vi.waitFor(() => expect(seen).toHaveLength(1), { timeout: 60_000 });
  // Requests of other tests that were cut may still be ending.
  expect(await untilNoRequest(5_000)).toBe(0);
  left.close();
});

it("tells a stream that its reader has gone, long after the runtime let go of the request", async () => {
  const isClosed = new Promise<void>((resolve) => (closed = resolve));
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request(`http://127.0.0.1:${port}/platform/streams`, resolve).on("error", reject).end();
  });
  await once(answer, "data");
  collectGarbage();
  answer.destroy();
  await isClosed;
});

describe("before Remix", () => {
  it.each(["/", "/home", "/about-us", "/contacts", "/terms", "/privacy"])("%s leads to its page", async (path) => {
    expect(await send(path)).toMatchObject({ status: 302, location: `/platform${path}` });
  });

  it("gives every request an id of its own, whatever becomes of it", async () => {
    const answers = [await send("/platform/healthz"), await send("/nowhere"), await send("/", { method: "PUT" })];
    const ids = answers.map(({ headers }) => String(headers["x-request-id"]));
    for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(ids).size).toBe(ids.length);
  });

  // @spec PC-1.18
  it("sends the bare marketing host to the app host under /platform/, whatever the path", async () => {
    const answer = await send("/pricing?x=1", { headers: { Host: "routes.example" } });
    expect([answer.status, answer.location]).toEqual([302, "http://app.routes.example/platform/"]);
  });

  // @spec PC-1.16
  it("leads the root to /platform/ on every other host", async () => {
    const answer = await send("/");
    expect([answer.status, answer.location]).toEqual([302, "/platform/"]);
  });

  it("counts a request until it is answered: long work makes room for it", async () => {
    // The clock stands still: a request that takes long would not count any more.
    const at = performance.now();
    vi.spyOn(performance, "now").mockReturnValue(at);
    seen.length = 0;
    expect(somebodyWaits()).toBe(false);
    expect((await send("/platform/planning")).status).toBe(404);
    expect(seen).toEqual([true]);
    await vi.waitFor(() => expect(somebodyWaits()).toBe(false), { timeout: 60_000 });
    vi.restoreAllMocks();
  });

  it("answers a missing file without asking Remix", async () => {
    expect((await send("/platform/build/gone.js")).status).toBe(404);
    expect((await send("/platform/favicon.ico")).status).toBe(404);
  });

  it("refuses a form of another site, and of none", async () => {
    for (const origin of ["https://evil.example", "null"]) {
      expect((await send("/platform/logout", { method: "POST", headers: { Origin: origin } })).status).toBe(403);
    }
  });

  it("refuses what comes from elsewhere without an origin, and lets a program with a key in", async () => {
    const post = async (path: string, headers: Record<string, string>) =>
      (await send(path, { method: "POST", headers })).status;
    for (const site of ["cross-site", "same-site"])
      expect([site, await post("/platform/logout", { "Sec-Fetch-Site": site })]).toEqual([site, 403]);
    const evil = { Origin: "https://evil.example" };
    expect(await post("/platform/api/vehicle/store", evil)).toBe(403);
    const notKeys: [string, string][] = [
      ["X-Api-Key", ""],
      ["Authorization", "Basic eDp5"],
    ];
    for (const [name, no] of notKeys)
      expect([no, await post("/platform/api/vehicle/store", { ...evil, [name]: no })]).toEqual([no, 403]);
    const keys: [string, string][] = [
      ["X-Api-Key", "k"],
      ["Authorization", "Bearer k"],
    ];
    for (const [name, key] of keys) {
      cookies.length = 0;
      const status = await post("/platform/api/vehicle/store", { ...evil, [name]: key, Cookie: "a=b" });
      expect([status === 403, cookies]).toEqual([false, [null]]);
      expect(await post("/platform/logout", { ...evil, [name]: key })).toBe(403);
    }
  });

  it("refuses calls of the API in its envelope", async () => {
    const { port } = server.address() as AddressInfo;
    const at = `http://127.0.0.1:${port}/platform/api/`;
    const asked: [number, string, RequestInit][] = [
      [405, "vehicle/list", { method: "DELETE" }],
      [403, "vehicle/store", { method: "POST", headers: { Origin: "https://evil.example" } }],
      [400, "%00", { headers: { Accept: "text/html" } }],
      [413, "vehicle/store?_data=x", { method: "POST", body: "x".repeat(6_000_000) }],
    ];
    for (const [status, path, init] of asked) {
      const answer = await fetch(at + path, init);
      expect([path, answer.status, answer.headers.get("content-type")]).toMatchObject([path, status, /json/]);
      const { message, ...body } = (await answer.json()) as { message: string };
      expect(body).toEqual({ status: "fail", data: message });
    }
  });

  it("answers only what pages ask with", async () => {
    for (const method of ["TRACE", "OPTIONS", "PUT", "DELETE"]) {
      const answer = await send("/platform/planning", { method });
      expect([method, answer.status, answer.headers.allow]).toEqual([method, 405, "GET, HEAD, POST"]);
    }
  });

  it("refuses hosts and addresses that can't be read", async () => {
    expect((await send("/platform/login", { headers: { Host: "a b" } })).status).toBe(400);
    for (const path of ["/platform/%E0%A4%A", "/platform/a%00", "/platform\\login", `/platform/a${"/".repeat(2000)}x`])
      expect((await send(path)).status).toBe(400);
  });

  it("lets nothing be kept but files", async () => {
    expect((await send("/platform/healthz")).headers["cache-control"]).toBe("no-store");
    expect((await send("/platform/icon.svg")).headers["cache-control"]).toContain("max-age=3600");
  });

  it("says that it lives, and keeps foreign frames out", async () => {
    const answer = await send("/platform/healthz");
    expect(answer.status).toBe(200);
    expect(answer.headers["x-frame-options"]).toBe("DENY");
    expect(answer.headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  });
});

describe("the environment", () => {
  it.each([
    [{ PORT: "abc" }, "PORT"],
    [{ DATABASE_URL: "postgres://x" }, "DATABASE_URL"],
    [{ SESSION_SECRET: "short" }, "SESSION_SECRET"],
    [{ DEMO_PASSWORD: "1234" }, "DEMO_PASSWORD"],
    [{ OSRM_URL: "not a url" }, "OSRM_URL"],
    [{ MARKETING_HOST: "a.example" }, "APP_HOST"],
  ])("refuses %o with a sentence that names the variable", (source, name) => {
    expect(() => parseEnv(source)).toThrow(name);
  });
});
