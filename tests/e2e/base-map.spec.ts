import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "@playwright/test";
import { buildBaseMap } from "~/services/base-map/build-base-map.server";
import { DARK, LIGHT } from "~/ui/map/base-palette";
import { makeExtract } from "../fixtures/roads/make-extract";
import { layRegion } from "../helpers/regions";
import { expect, test } from "./fixtures";
import { prepareDay, SCHAAN, stops } from "./prepare";
import type { Day } from "./prepare";

const ATTRIBUTION = "© OpenStreetMap contributors";
const CAR = { Plate: "Mapped" };

const prepare = (page: Page, title: string): Promise<Day> =>
  prepareDay(page, { title, visits: stops(["Alder", "Birch", "Cedar"]), vehicles: [CAR], calculate: false });

/** How many of the map's pixels have a colour, one of so many looked at. */
const pixelsOf = (page: Page, colour: string): Promise<number> =>
  page.evaluate((hex) => {
    const [red, green, blue] = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)) as [number, number, number];
    const canvas = document.querySelector<HTMLCanvasElement>('[role="application"] canvas');
    if (!canvas || canvas.width === 0) return 0;
    const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
    let found = 0;
    for (let at = 0; at < data.length; at += 4)
      if (data[at] === red && data[at + 1] === green && data[at + 2] === blue) found += 1;
    return found;
  }, colour);

/** A map of the made-up town, laid around the warehouse of `prepareDay`. */
async function buildTown(dataDir: string, version: string): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "town-"));
  try {
    const [extract, map] = [path.join(folder, "town.osm.pbf"), path.join(folder, "map.mbtiles")];
    await makeExtract(extract, SCHAAN);
    const { bounds } = await buildBaseMap(extract, map);
    layRegion(dataDir, { name: "auland", version, bounds, map });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("a region built while the product runs is drawn under the plan, light and dark, from this host alone", async ({
  page,
  platform,
  signIn,
}) => {
  await signIn(page, "dispatcher");
  const hosts = new Set<string>();
  page.on("request", (request) => hosts.add(new URL(request.url()).host));
  const day = await prepare(page, "Mapped day");

  await page.goto(day.path);
  const map = page.getByRole("application", { name: /^Map of/ });
  await expect(map.locator("canvas").first()).toBeVisible();
  await expect(page.getByText(ATTRIBUTION)).toHaveCount(0);
  expect(await pixelsOf(page, LIGHT.wood)).toBe(0);

  await buildTown(platform.dataDir, "v1");
  await expect(async () => {
    await page.reload();
    await expect(page.getByText(ATTRIBUTION)).toBeVisible({ timeout: 2_000 });
  }).toPass();
  // Ground, wood and houses' land: nothing of it is on the plain grid.
  for (const colour of [LIGHT.ground, LIGHT.wood, LIGHT.residential])
    await expect.poll(() => pixelsOf(page, colour), { message: colour }).toBeGreaterThan(100);

  await page.evaluate(() => document.documentElement.setAttribute("data-mantine-color-scheme", "dark"));
  await expect.poll(() => pixelsOf(page, DARK.wood)).toBeGreaterThan(100);
  expect(await pixelsOf(page, LIGHT.wood)).toBe(0);
  expect([...hosts]).toEqual([new URL(platform.url).host]);
});

test("tiles that can't be loaded leave the plain ground, say so, and keep the stops", async ({
  page,
  platform,
  signIn,
  browserErrors,
}) => {
  browserErrors.allow(/Failed to load resource|ERR_FAILED/);
  await signIn(page, "dispatcher");
  const day = await prepare(page, "Day without tiles");
  await buildTown(platform.dataDir, "v2");
  await page.route("**/map/tiles/**", (route) => route.abort());
  await expect(async () => {
    await page.goto(day.path);
    const fault = page.getByRole("status").filter({ hasText: "The map’s background can’t be loaded." });
    await expect(fault).toBeVisible({ timeout: 4_000 });
  }).toPass();
  expect(await pixelsOf(page, LIGHT.wood)).toBe(0);
});
