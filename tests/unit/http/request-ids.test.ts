import type { AddressInfo } from "node:net";
import type { Server } from "node:http";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { parseEnv } from "~/env.server";
import { toRefusal } from "~/http/action.server";
import { createApp } from "~/http/app.server";
import { AppError } from "~/lib/errors";
import { withRequestContext } from "~/lib/request-context.server";
import { pagesWhere } from "../../helpers/no-pages";

const FAULT = new Error("A fault.");
const fails = () => {
  throw FAULT;
};
const nothing = { default: undefined as never, loader: () => null };
// An address where Remix is not asked, which would make a page of the fault.
const direct = {
  id: "routes/driver.position.$routeId",
  path: "driver/position/:routeId",
  module: { ...nothing, action: fails },
};
const api = { id: "api", path: "api/*", module: { ...nothing, loader: () => new Response(null, { status: 500 }) } };

const servers: Server[] = [];
async function startServer(TRUST_PROXY?: string): Promise<string> {
  const settings = parseEnv({ NODE_ENV: "test", ...(TRUST_PROXY === undefined ? {} : { TRUST_PROXY }) });
  const routes = { [direct.id]: direct, api };
  const server = createApp(
    settings,
    pagesWhere(() => new Response(null), routes),
  ).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  servers.push(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/platform`;
}

let errors: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
  vi.restoreAllMocks();
});

const OF_PROXY = "0123456789abcdef0123456789abcdef";
const MADE = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const idOf = async (address: string, given: string) =>
  (await fetch(`${address}/healthz`, { headers: { "X-Request-Id": given } })).headers.get("X-Request-Id");

it("a request keeps the id that a trusted proxy gave it, where it is one", async () => {
  const address = await startServer("loopback");
  expect(await idOf(address, OF_PROXY)).toBe(OF_PROXY);
  for (const strange of ["short", "x".repeat(37), "_".repeat(16), `${OF_PROXY} x`, `<b>${OF_PROXY}`]) {
    const id = await idOf(address, strange);
    expect([strange, id]).toEqual([strange, expect.stringMatching(MADE)]);
  }
});

it("a request has an id of ours where nobody is trusted to give one", async () => {
  expect(await idOf(await startServer("192.0.2.9"), OF_PROXY)).toMatch(MADE);
});

it("the page of a fault tells the id that the log names, and that of a refusal doesn't", async () => {
  const address = await startServer();
  const headers = { Accept: "text/html" };
  const failed = await fetch(`${address}/driver/position/7`, { method: "POST", headers });
  const id = failed.headers.get("X-Request-Id")!;
  expect([failed.status, await failed.text()]).toEqual([500, expect.stringContaining(`<p>Reference ${id}</p>`)]);
  expect(errors.mock.calls).toEqual([[expect.stringContaining(`Request ${id}, POST `), FAULT]]);
  const refused = await fetch(`${address}/healthz`, { method: "PUT", headers });
  expect(refused.status).toBeGreaterThanOrEqual(400);
  expect(await refused.text()).not.toContain("Reference");
});

it("the API's answer has the id where it fails", async () => {
  const address = await startServer();
  const failed = await fetch(`${address}/api/vehicle/list`, { headers: { "X-Request-Id": OF_PROXY } });
  expect([failed.status, failed.headers.get("X-Request-Id")]).toEqual([500, OF_PROXY]);
});

it("a form that failed tells the id, and one that was refused doesn't", () => {
  const context = { id: OF_PROXY, ip: "", userAgent: "" };
  const [failed, status] = withRequestContext(context, () => toRefusal(FAULT));
  expect([status, failed.detail]).toEqual([500, `Something goes wrong. Please try later. Reference ${OF_PROXY}`]);
  const refusal = new AppError("some.code", "Not so.", { status: 409 });
  expect(withRequestContext(context, () => toRefusal(refusal))[0].detail).toBeUndefined();
});
