import { readFileSync } from "node:fs";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { parseEnv } from "~/env.server";
import { createApp } from "~/http/app.server";
import { builtSheet } from "../../helpers/built-sheet";
import { pagesWhere } from "../../helpers/no-pages";

const MOST_SCRIPT_BYTES = 25_000;
/** Loaded by nobody who doesn't ask for the map. */
const MOST_MAP_BYTES = 125_000;
const MOST_CSS_BYTES = 6_000;

it("the script of a driver's page stays small enough for a phone on a slow line", () => {
  const { driver } = JSON.parse(readFileSync("build/clients.json", "utf8")) as { driver: string };
  const script = readFileSync(`public/build/clients/${driver}`);
  expect(driver).toMatch(/^driver-[A-Z0-9]{8}\.js$/);
  expect(script.toString()).toContain(`sourceMappingURL=${driver}.map`);
  expect(gzipSync(script).length).toBeLessThan(MOST_SCRIPT_BYTES);
});

it("the map is a script of its own, with little more than the map library", () => {
  const { map } = JSON.parse(readFileSync("build/clients.json", "utf8")) as { map: string };
  const script = readFileSync(`public/build/clients/${map}`);
  expect(gzipSync(script).length).toBeLessThan(MOST_MAP_BYTES);
  expect(script.toString()).toMatch(/export\{\w+ as openMap\}/);
});

it("so does its style sheet", () => {
  const sheet = builtSheet("plain");
  expect(sheet.toString()).toContain(".road-frame");
  expect(gzipSync(sheet).length).toBeLessThan(MOST_CSS_BYTES);
});

it.each([
  ["test", 200],
  ["production", 404],
] as const)("its source map is for whoever develops: in %s it answers %i", async (mode, status) => {
  const { driver } = JSON.parse(readFileSync("build/clients.json", "utf8")) as { driver: string };
  const settings = { ...parseEnv({ NODE_ENV: "test" }), NODE_ENV: mode };
  const noPage = () => new Response(null, { status: 404 });
  const server = createApp(settings, pagesWhere(noPage, {})).listen(0, "127.0.0.1");
  try {
    await once(server, "listening");
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/platform/build/clients/`;
    const statusOf = async (name: string) => (await fetch(base + name)).status;
    expect(await statusOf(driver)).toBe(200);
    expect(await statusOf(`${driver}.map`)).toBe(status);
    expect(await statusOf(`${driver}.ma%70`)).toBe(status);
  } finally {
    server.close();
  }
});
