import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { createDatabase } from "~/db/client.server";
import { useDatabase } from "~/db/database.server";
import { READY_ANSWER } from "~/domain/constants";
import { parseEnv } from "~/env.server";
import { createApp } from "~/http/app.server";
import { ready } from "~/http/later.server";
import { AppError } from "~/lib/errors";
import { pagesWhere } from "../../helpers/no-pages";

const away = () => new AppError("db.away", "Something goes wrong. Please try later", { status: 503 });
const route = (id: string, thrown: () => Error) => ({
  id,
  path: id,
  parentId: "root",
  module: {
    default: () => null,
    loader: () => {
      throw thrown();
    },
  },
});

let server: Server;
let at = "";

beforeAll(async () => {
  const full = () => new AppError("db.full", "The server has no room at the moment.", { status: 503 });
  const routes = {
    away: route("away", away),
    full: route("full", full),
    broken: route("broken", () => new Error("A fault.")),
  };
  const build = pagesWhere(() => new Response("page"), routes);
  build.entry.module.default = (_request, status) => new Response("page", { status });
  server = createApp(parseEnv({ NODE_ENV: "test" }), build).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  at = `http://127.0.0.1:${(server.address() as AddressInfo).port}/platform`;
});
afterAll(() => server.close());
afterEach(() => useDatabase(undefined));

const asked = async (path: string) => {
  const { status, headers } = await fetch(`${at}${path}`);
  return [status, headers.get("Retry-After")];
};

it("a page whose loader finds the database away answers 503, and when to ask again", async () => {
  expect(await asked("/away")).toEqual([503, "5"]);
  expect(await asked("/away?_data=away")).toEqual([503, "5"]);
  expect(await asked("/full")).toEqual([503, "5"]);
  expect(await asked("/broken")).toEqual([500, null]);
});

it("is ready while the database answers", async () => {
  const database = createDatabase({ file: ":memory:" });
  useDatabase(database);
  expect(await asked("/readyz")).toEqual([200, null]);
  // Pages take no other answer for the server's own.
  const answer = await fetch(`${at}/readyz`);
  expect([answer.headers.get("Content-Type"), await answer.text()]).toEqual([
    "text/plain; charset=utf-8",
    READY_ANSWER,
  ]);
  await database.destroy();
});

it("is not ready while nobody answers at the database's address, and lives all the same", async () => {
  const database = createDatabase({ url: "mysql://nobody:none@127.0.0.1:1/none" });
  useDatabase(database);
  expect(await asked("/readyz")).toEqual([503, "5"]);
  expect(await asked("/healthz")).toEqual([200, null]);
  await database.destroy();
});

/** Asks a server whose folder has so many bytes left. */
async function askedWith(freeBytes: (folder: string) => Promise<number | null>, times = 1) {
  const isReady = ready("/data", freeBytes);
  const proxied = express()
    .get("/", (request, response) => void isReady(request, response))
    .listen(0, "127.0.0.1");
  await once(proxied, "listening");
  const ask = () => fetch(`http://127.0.0.1:${(proxied.address() as AddressInfo).port}`);
  const answers = await Promise.all(Array.from({ length: times }, ask));
  const said = await Promise.all(answers.map(async (answer) => [answer.status, await answer.text()]));
  proxied.close();
  return said;
}

it.each([
  [16 * 1024 * 1024 - 1, 503, "The disk is full."],
  [16 * 1024 * 1024, 200, "ready"],
  // Some network drives don't say.
  [null, 200, "ready"],
])("with %s free bytes it answers %i: %s", async (free, status, said) => {
  const database = createDatabase({ file: ":memory:" });
  useDatabase(database);
  const freeBytes = (folder: string) => Promise.resolve(folder === "/data" ? free : null);
  expect(await askedWith(freeBytes)).toEqual([[status, said]]);
  await database.destroy();
});

it("is ready without room in its folder where the database is on another machine", async () => {
  const database = createDatabase({ url: "mysql://nobody:none@127.0.0.1:1/none" });
  vi.spyOn(database, "raw").mockReturnValue(Promise.resolve([]) as never);
  useDatabase(database);
  expect(await askedWith(() => Promise.resolve(0))).toEqual([[200, "ready"]]);
  await database.destroy();
});

it("is not ready while its disk hangs, and asks that once", async () => {
  const database = createDatabase({ file: ":memory:" });
  useDatabase(database);
  const freeBytes = vi.fn(() => new Promise<null>(() => undefined));
  const answer = [503, "The disk does not answer."];
  expect(await askedWith(freeBytes, 2)).toEqual([answer, answer]);
  expect(freeBytes).toHaveBeenCalledOnce();
  await database.destroy();
});

it("is not ready while the database hangs, and asks it once", async () => {
  const database = createDatabase({ file: ":memory:" });
  const raw = vi.spyOn(database, "raw").mockReturnValue(new Promise(() => undefined) as never);
  useDatabase(database);
  expect(await Promise.all([asked("/readyz"), asked("/readyz")])).toEqual([
    [503, "5"],
    [503, "5"],
  ]);
  expect(raw).toHaveBeenCalledOnce();
  await database.destroy();
});
