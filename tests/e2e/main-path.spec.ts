import { existsSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { addWarehouse, routesWithVisits, upload } from "./dispatcher";
import { layLiechtenstein } from "../helpers/liechtenstein";
import type { LaidLiechtenstein } from "../helpers/liechtenstein";
import { expect, test } from "./fixtures";

/** A real day out of ../shared; a clone without it drives the project's own small one. */
const REAL = path.resolve("../shared/data/liechtenstein");
const day = existsSync(REAL)
  ? {
      name: "150 stops and 8 vehicles in Liechtenstein",
      visits: path.join(REAL, "visits-150.xlsx"),
      vehicles: path.join(REAL, "vehicles-8.xlsx"),
      stops: 150,
    }
  : {
      name: "the project's own small day, because ../shared is not here",
      visits: path.resolve("tests/fixtures/day/visits.xlsx"),
      vehicles: path.resolve("tests/fixtures/day/vehicles.xlsx"),
      stops: 24,
    };

const laid: LaidLiechtenstein[] = [];
test.afterEach(() => {
  for (const region of laid.splice(0)) region.remove();
});

/** Makes the plan page's picture for the README when UPDATE_SCREENSHOTS=1. */
async function picture(page: Page): Promise<void> {
  if (process.env.UPDATE_SCREENSHOTS === "1") await page.screenshot({ path: "tests/e2e/screenshots/plan-page.png" });
}

// @spec PC-1.13 PC-1.14 PC-4.085
test(`a spreadsheet of stops becomes driven routes: ${day.name}`, async ({
  page,
  signInByForm,
  openPage,
  platform,
}, info) => {
  // Where the data is real, the roads and the map are too. Other tests of this server expect none.
  const region = await layLiechtenstein(platform.dataDir);
  if (region !== null) laid.push(region);
  await signInByForm(page, "dispatcher");

  await test.step("add a warehouse", () => addWarehouse(page, "Schaan depot"));

  await test.step("upload vehicles", async () => {
    await page.goto("company/resources/vehicles");
    await upload(page, day.vehicles);
  });

  await test.step("upload the stops", async () => {
    await page.goto("planning");
    await upload(page, day.visits);
  });

  await test.step("create a plan with them", async () => {
    await page.goto("planning");
    await page.getByRole("link", { name: "New plan" }).first().click();
    const dialog = page.getByRole("dialog", { name: "New plan" });
    await expect(dialog.getByLabel(`Add the ${day.stops} visits that are waiting without a plan`)).toBeChecked();
    await dialog.getByRole("button", { name: "Create plan" }).click();
    await expect(page).toHaveURL(/\/planning\/plan\/\d+/);
    await expect(page.getByText(`0/${day.stops} scheduled`)).toBeVisible();
  });

  await test.step("calculate", async () => {
    await page.getByRole("button", { name: "Calculate", exact: true }).click();
    await expect(page.getByRole("button", { name: "Stop and keep" })).toBeVisible();
    await expect(page.getByText(/Calculated: \d+ routes/)).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText(`${day.stops}/${day.stops} scheduled`)).toBeVisible();
    await expect(page.getByRole("application", { name: /^Map of/ })).toBeVisible();
    await expect(
      page.getByText(region?.hasRoads ? /^Times by Valhalla/ : "Times are estimates along straight lines"),
    ).toBeVisible();
    if (region !== null) await expect(page.getByText("© OpenStreetMap contributors")).toBeVisible();
    await picture(page);
  });

  // Vehicles that other tests made may have got a route, too.
  const route = routesWithVisits(page)
    .filter({ hasText: /LI \d+|Van \d/ })
    .first();
  const vehicle = await test.step("give a route a driver", async () => {
    const title = /(LI \d+|Van \d)/.exec((await route.textContent()) ?? "")![1]!;
    await page.getByRole("button", { name: `${title}: what can be done` }).click();
    await page
      .getByRole("menuitem", { name: "Change vehicle or driver" })
      .or(page.getByRole("link", { name: "Change vehicle or driver" }))
      .click();
    const dialog = page.getByRole("dialog", { name: "Vehicle and driver" });
    await dialog.getByLabel("Driver").selectOption({ label: "Drew Driver" });
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("row", { name: new RegExp(`${title} · Drew Driver`) })).toBeVisible();
    return title;
  });

  await test.step("approve", async () => {
    await page.getByRole("button", { name: "Approve", exact: true }).click();
    await expect(page.getByRole("row", { name: /Drew Driver Scheduled/ })).toBeVisible();
  });

  const phone = await openPage({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  await test.step("the driver starts the route on a phone", async () => {
    await signInByForm(phone, "driver");
    await expect(phone).toHaveURL(/\/driver/);
    await phone
      .getByRole("link", { name: new RegExp(vehicle) })
      .first()
      .click();
    await phone.locator("#start").getByText("Start route").click();
    await phone.getByRole("button", { name: "Yes, start" }).click();
    await expect(page.getByRole("row", { name: /Drew Driver On route/ })).toBeVisible();
  });

  await test.step("a stop that is done shows at the dispatcher's without reloading", async () => {
    await page.getByRole("button", { name: `Unfold ${vehicle}`, exact: true }).click();
    const done = page.getByRole("row", { name: /Done/ });
    await expect(page.locator('[role=row][data-kind="visit"]').first()).toBeVisible();
    await expect(done).toHaveCount(0);
    await phone.locator(".view.shown").getByRole("button", { name: "Done" }).click();
    await expect(done).toHaveCount(1);
  });
  info.annotations.push({ type: "day", description: day.name });
});
