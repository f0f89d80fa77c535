import type { ServerBuild } from "@remix-run/node";
import express from "express";
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { remixHandler } from "~/http/remix-handler.server";
import { LATER_SEC } from "~/http/request/refuse-request.server";

const notFound = () => new Response("Route <b>9</b> not found", { status: 404, headers: { "Set-Cookie": "a=1" } });
let refusal = notFound;
const loader = () => {
  throw refusal();
};
const build = {
  entry: { module: { default: () => new Response("") } },
  routes: { file: { id: "file", path: "file", module: { loader } } },
  assets: { routes: {}, entry: { imports: [], module: "" }, url: "", version: "1" },
  publicPath: "/",
  assetsBuildDirectory: "",
  future: {},
  isSpaMode: false,
} as unknown as ServerBuild;

let server: http.Server;
beforeAll(async () => {
  const app = express();
  app.use((_request, response, next) => {
    Object.assign(response.locals, { body: null, origin: "http://localhost", nonce: "" });
    next();
  });
  app.all("*", remixHandler(build, "production"));
  server = http.createServer(app).listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => void server.close());

const ask = (accept: string) =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/file`, { headers: { Accept: accept } });

it("a file that isn't there is a page with a way back for browsers", async () => {
  const answer = await ask("text/html,application/xhtml+xml,*/*;q=0.8");
  expect(answer.status).toBe(404);
  expect(answer.headers.get("Content-Type")).toMatch(/^text\/html/);
  expect(answer.headers.get("Set-Cookie")).toBe("a=1");
  const html = await answer.text();
  expect(html).toContain("<title>Not found</title>");
  expect(html).toContain("Route &#60;b&#62;9&#60;/b&#62; not found");
  expect(html).toContain('<a href="/platform/">To the start page</a>');
});

const AGAIN = '<a href="">Try again</a>';

it.each<[number, Record<string, string>, { title: string; wait: string | null; again: boolean }]>([
  [503, {}, { title: "Something goes wrong", wait: String(LATER_SEC), again: true }],
  [503, { "Retry-After": "30" }, { title: "Something goes wrong", wait: "30", again: true }],
  [429, { "Retry-After": "7" }, { title: "Not accepted", wait: "7", again: true }],
  [403, {}, { title: "You have no access", wait: null, again: false }],
  [410, {}, { title: "Not found", wait: null, again: false }],
  [409, {}, { title: "Not accepted", wait: null, again: false }],
])("the page of a file that is refused with %d %j says what holds", async (status, headers, { title, wait, again }) => {
  refusal = () => new Response("Why", { status, headers });
  const answer = await ask("text/html");
  refusal = notFound;
  expect([answer.status, answer.headers.get("Retry-After")]).toEqual([status, wait]);
  const html = await answer.text();
  expect(html).toContain(`<title>${title}</title>`);
  expect(html.includes(AGAIN)).toBe(again);
});

it.each(["*/*", "application/json", "application/pdf"])("and the sentence alone for %s", async (accept) => {
  const answer = await ask(accept);
  expect(answer.status).toBe(404);
  expect(answer.headers.get("Content-Type")).toMatch(/^text\/plain/);
  expect(await answer.text()).toBe("Route <b>9</b> not found");
});

it("each answer with a page's data names the build that gave it, and documents don't", async () => {
  refusal = notFound;
  const { port } = server.address() as AddressInfo;
  const of = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).headers.get("X-Site-Build");
  expect(await Promise.all(["/file?_data=file", "/file"].map(of))).toEqual(["1", null]);
});
