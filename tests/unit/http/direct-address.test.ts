import type { AddressInfo } from "node:net";
import type { Server } from "node:http";
import type { ActionFunctionArgs } from "@remix-run/node";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parseEnv } from "~/env.server";
import { createApp } from "~/http/app.server";
import { onlyPost } from "~/http/actions/answer-call.server";
import { pagesWhere } from "../../helpers/no-pages";

const ID = "routes/driver.position.$routeId";
let server: Server;
let url = "";

beforeAll(async () => {
  const action = async ({ request, params, context }: ActionFunctionArgs) =>
    Response.json({ params, context, path: new URL(request.url).pathname, sent: await request.text() });
  const module = { default: undefined as never, loader: onlyPost, action };
  const pages = pagesWhere(() => new Response("a page", { status: 404 }), {
    // Without a path the router can't find it: who gets an answer has gone by the router.
    [ID]: { id: ID, path: "nowhere", module },
  });
  server = createApp(parseEnv({ NODE_ENV: "test" }), pages).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  fetch(`${url}${path}`, {
    method: "POST",
    body,
    headers: { Origin: url, "Content-Type": "application/json", ...headers },
  });

it("asks the route's own action where positions are sent", async () => {
  const answer = await post("/platform/driver/position/12", '{"positions":[]}');
  expect(answer.headers.get("Cache-Control")).toBe("no-store");
  expect(await answer.json()).toMatchObject({
    params: { routeId: "12" },
    context: { ip: "127.0.0.1" },
    path: "/platform/driver/position/12",
    sent: '{"positions":[]}',
  });
});

it("leaves everything else to the router, and other sites outside", async () => {
  for (const path of ["/platform/driver/position/12/more", "/platform/driver/position/x", "/platform/driver/position/"])
    expect([path, (await post(path, "{}")).status]).toEqual([path, 404]);
  expect((await fetch(`${url}/platform/driver/position/12`)).status).toBe(404);
  const stranger = { Origin: "https://elsewhere.example" };
  expect((await post("/platform/driver/position/12", "{}", stranger)).status).toBe(403);
});

it("takes 16 kB there, and refuses more by its length", async () => {
  expect((await post("/platform/driver/position/12", "x".repeat(16_000))).status).toBe(200);
  const answer = await post("/platform/driver/position/12", "x".repeat(16_001));
  expect([answer.status, await answer.text()]).toEqual([413, "What was sent is too large: 16 kB are the limit here."]);
});
