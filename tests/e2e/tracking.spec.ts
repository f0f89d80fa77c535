import path from "node:path";
import type { Locator, Page } from "@playwright/test";
import { createDatabase } from "~/db/client.server";
import type { Db } from "~/db/client.server";
import { addRoadDay } from "../factories/road-day";
import type { RoadDay } from "../factories/road-day";
import type { PlatformServer } from "../setup/e2e-server";
import { expect, test } from "./fixtures";
import { nextFrames } from "./pages/plan-page";
import { SIZES } from "./pages/sizes";
import { DRIVER, holdSocket, zoneAtNoon } from "./prepare";

const nowSec = (): number => Math.floor(Date.now() / 1000);

/** A day on the road in the demo company; the demo driver drives its first route. */
async function onTheRoad(platform: PlatformServer, vehicle: string): Promise<RoadDay> {
  return withDatabase(platform, async (db) => {
    const company = (await db("companies").first("id"))!;
    const warehouse = (await db("warehouses").first("id"))!;
    const timeZone = zoneAtNoon();
    await db("warehouses").where({ id: warehouse.id }).update({ time_zone: timeZone });
    const driver = (await db("company_members").where({ is_courier: 1 }).whereNotNull("user_id").first("id"))!;
    const day = await addRoadDay(db, {
      companyId: company.id,
      warehouseId: warehouse.id,
      routes: 2,
      stops: 8,
      nowSec: nowSec(),
      timeZone,
      names: { vehicle, stop: vehicle },
      windowMin: (nth) => (nth === 0 ? 5 : null),
    });
    await db("routing_routes").where({ id: day.routeIds[0]! }).update({ driver_id: driver.id });
    return day;
  });
}

async function withDatabase<Result>(platform: PlatformServer, work: (db: Db) => Promise<Result>): Promise<Result> {
  const db = createDatabase({ file: path.join(platform.dataDir, "platform.sqlite") });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

const routeRow = (page: Page, vehicle: string): Locator =>
  page.getByRole("list", { name: "Routes on the road" }).getByRole("listitem").filter({ hasText: vehicle });

/** Where the map shows a vehicle: under the name that appears while its row is pointed at. */
async function placeOnMap(page: Page, vehicle: string): Promise<{ x: number; y: number }> {
  await routeRow(page, vehicle).hover();
  const tip = page.getByRole("application").locator(".ol-overlay-container").filter({ hasText: vehicle });
  await expect(tip).toBeVisible();
  // The map moves it in the next frame.
  await nextFrames(tip);
  const box = (await tip.boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height };
}

/** As the script of a driver's page does. */
async function share(phone: Page, routeId: number): Promise<void> {
  await phone.goto("driver");
  const answer = await phone.evaluate(
    async ([address, atSec]) => {
      const positions = [{ atSec, lat: 47.2, lng: 9.4, accuracyM: 5, headingDeg: 270, speedKmh: 50 }];
      const response = await fetch(address as string, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ positions }),
      });
      return response.json() as Promise<unknown>;
    },
    [`/platform/driver/position/${routeId}`, nowSec()] as const,
  );
  expect(answer).toEqual({ kind: "taken" });
}

// @spec PC-1.08 PC-2.11
test("a driver's position moves the vehicle on the dispatcher's map, without a reload", async ({
  page,
  openPage,
  platform,
  signIn,
}) => {
  const day = await onTheRoad(platform, "Mover");
  await signIn(page, "dispatcher");
  await page.goto("tracking");
  await expect(page.getByRole("application").locator("canvas").first()).toBeVisible();
  const loads: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "document" || request.url().includes("_data=")) loads.push(request.url());
  });
  const before = await placeOnMap(page, "Mover 1");
  const still = await placeOnMap(page, "Mover 2");

  const phone = await openPage(SIZES.phone);
  await signIn(phone, "driver");
  await share(phone, day.routeIds[0]!);

  await expect(async () => {
    const after = await placeOnMap(page, "Mover 1");
    expect(Math.hypot(after.x - before.x, after.y - before.y)).toBeGreaterThan(30);
  }).toPass();
  await expect(routeRow(page, "Mover 1")).toContainText("now");
  const after = await placeOnMap(page, "Mover 2");
  expect(Math.hypot(after.x - still.x, after.y - still.y)).toBeLessThan(2);
  expect(loads.filter((url) => url.includes("tracking._index"))).toEqual([]);
});

test("the row of a route that is hours late shows plate and driver whole", async ({ page, platform, signIn }) => {
  const day = await onTheRoad(platform, "Room");
  await withDatabase(platform, async (db) => {
    await db("vehicles").where({ plate: "Room 1" }).update({ title: "Sample van 1", plate: "FL 40101" });
    // It is about noon there.
    await db("routing_visits").where({ id: day.visitIds[0]![5]! }).update({ end_time: "00:30" });
  });
  await signIn(page, "dispatcher");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("tracking");
  const row = routeRow(page, "FL 40101");
  await expect(row).toContainText(/\+\d+ h/);
  for (const part of [row.getByRole("link"), row.getByTitle(DRIVER)])
    expect(await part.evaluate((shown) => shown.scrollWidth - shown.clientWidth)).toBe(0);
});

test("a position that comes before the page listens is shown as soon as it does", async ({
  page,
  openPage,
  platform,
  signIn,
}) => {
  const day = await onTheRoad(platform, "Deaf");
  await withDatabase(platform, (db) => db("latest_positions").whereIn("route_id", day.routeIds).delete());
  await signIn(page, "dispatcher");
  const phone = await openPage(SIZES.phone);
  await signIn(phone, "driver");
  const socket = await holdSocket(page);
  const words = page.getByText("The vehicle’s position has not been shared yet.", { exact: false });
  const reloads: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("_data=")) reloads.push(request.url());
  });
  await page.goto(`tracking/route/${day.routeIds[0]}`);
  await expect(words).toBeVisible();
  await socket.asked;
  await share(phone, day.routeIds[0]!);
  await expect(words).toBeVisible();
  socket.open();
  await expect(words).toHaveCount(0);
  // The news of the stops' new times, which come later, would show the position, too.
  expect(reloads).toEqual([]);
});

test(
  "a window that will be missed is told before, and each answer works",
  { tag: "@screen" },
  async ({ page, openPage, platform, signIn }) => {
    const day = await onTheRoad(platform, "Hurry");
    await signIn(page, "dispatcher");
    await page.goto("tracking");
    const attention = page.getByRole("region", { name: "Needs attention" });
    const item = attention.getByRole("listitem").filter({ hasText: "Hurry 1.6 will miss its window" });
    await expect(item).toContainText("Hurry 1, stop 6");
    await expect(item.getByRole("link", { name: "Call Hurry 1.6" })).toHaveAttribute("href", "tel:+4231234567");

    await test.step("a colleague who sees to it tells the others", async () => {
      const other = await openPage();
      await signIn(other, "super admin");
      await other.goto("tracking");
      const theirs = other.getByRole("region", { name: "Needs attention" });
      await theirs.getByRole("listitem").filter({ hasText: "Hurry 1.6" }).getByRole("button", { name: "Seen" }).click();
      await expect(item).toBeHidden();
      await attention.getByText("1 thing seen already").click();
      await expect(item).toContainText("Seen by ");
    });

    await test.step("on a phone the button says all of it, also without scripts", async () => {
      const title = "Hurry 2, the long van with the lift and the cooled box at its back";
      await withDatabase(platform, async (db) => {
        const taking = (await db("routing_routes").where({ id: day.routeIds[1]! }).first())!;
        await db("vehicles").where({ id: taking.vehicle_id! }).update({ title });
      });
      for (const javaScriptEnabled of [true, false]) {
        const phone = await openPage({ ...SIZES.phone, javaScriptEnabled });
        await signIn(phone, "dispatcher");
        await phone.goto(`tracking/move/${day.visitIds[0]![5]!}`);
        const label = phone.getByRole("button", { name: `Move to ${title}` }).locator(".mantine-Button-label");
        await expect(label).toBeVisible();
        const beyond = await label.evaluate((words) => [
          words.scrollWidth - words.clientWidth,
          words.scrollHeight - words.clientHeight,
        ]);
        expect(Math.max(...beyond)).toBeLessThanOrEqual(1);
      }
    });

    await test.step("the stop moves to another route, with the effect seen before", async () => {
      await item.getByRole("link", { name: "Move…" }).click();
      await expect(page.getByRole("heading", { name: "Move Hurry 1.6" })).toBeVisible();
      const crumbs = page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link");
      await expect(crumbs).toHaveText(["Tracking", "Van · Hurry 1"]);
      await page.getByRole("button", { name: /^Move to .*Hurry 2/ }).click();
      await expect(page.getByText("The stop is moved").first()).toBeVisible();
      await expect(page).toHaveURL(/\/tracking$/);
      const visit = await withDatabase(platform, (db) =>
        db("routing_visits").where({ id: day.visitIds[0]![5]! }).first(),
      );
      expect(visit).toMatchObject({ route_id: day.routeIds[1] });
      const routes = await withDatabase(platform, (db) => db("routing_routes").whereIn("id", day.routeIds));
      expect(routes.map(({ is_locked }) => is_locked)).toEqual([1, 1]);
    });

    await test.step("the rest of a route is calculated anew", async () => {
      await routeRow(page, "Hurry 1").getByRole("link").click();
      const panel = page.getByRole("complementary");
      await expect(panel.getByRole("heading", { name: "Hurry 1" })).toBeVisible();
      await expect(page).toHaveURL(new RegExp(`route=${day.routeIds[0]}`));
      await panel.getByRole("button", { name: "Recalculate the rest" }).click();
      await expect(page.getByText("Calculating...").first()).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(panel).toHaveCount(0);
    });
  },
);

test(
  "a day is replayed: it plays, and the line and the keyboard lead to any time",
  { tag: "@screen" },
  async ({ page, platform, signIn }) => {
    await onTheRoad(platform, "Again");
    await signIn(page, "dispatcher");
    await page.goto("tracking");
    await page.getByRole("link", { name: "Replay" }).click();
    const line = page.getByRole("slider", { name: "Time of the day" });
    const time = page.getByLabel("Time", { exact: true });
    const reports = page.getByRole("list", { name: "Reports" }).getByRole("listitem");
    await expect(reports).toHaveCount(0);
    const first = (await time.textContent())!;

    await page.getByRole("button", { name: "Play" }).press("Space");
    await expect(time).not.toHaveText(first);
    await expect(reports.first()).toContainText("Done");
    await page.getByRole("button", { name: "Pause" }).press("Space");
    const paused = await time.textContent();
    await line.press("End");
    await expect(time).not.toHaveText(paused!);
    await expect(reports.filter({ hasText: "Again 1.4" })).toContainText("Done");
    await line.press("Home");
    await expect(time).toHaveText(first);
    await expect(reports).toHaveCount(0);

    await page.goto("tracking/replay?day=2020-02-29");
    await expect(page.getByText("Nothing was driven on this day")).toBeVisible();
  },
);
