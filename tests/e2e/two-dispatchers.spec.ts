import type { Page } from "@playwright/test";
import type { Parts } from "~/lib/parts";
import { expect, test } from "./fixtures";
import { PlanPage } from "./pages/plan-page";
import { DRIVER, gotoListening, onTheRoad, post, prepareDay, SCHAAN, stops } from "./prepare";

const isPlanData = (address: string): boolean => /_data=routes%2F_main\.planning\.plan\.%24planId/.test(address);

/** How often a page asked for the plan's data. */
function countReloads(page: Page): () => number {
  let count = 0;
  page.on("request", (request) => {
    if (request.method() === "GET" && isPlanData(request.url())) count += 1;
  });
  return () => count;
}

/** Something that a reload of the document would wipe out. */
const mark = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.dataset.marked = "1";
  });
const isMarked = (page: Page) => page.evaluate(() => document.documentElement.dataset.marked === "1");

// @spec PC-4.101
test("two people on one plan see each other's changes, and neither overwrites the other's", async ({
  page,
  openPage,
  signIn,
  browserErrors,
}) => {
  browserErrors.allow(/status of 409/);
  const otherPage = await openPage({ viewport: { width: 1440, height: 900 } });
  await signIn(page, "dispatcher");
  await signIn(otherPage, "super admin");
  const day = await prepareDay(page, {
    title: "Shared day",
    visits: stops(["Ash", "Beech", "Cherry", "Damson"]),
    vehicles: [
      { Plate: "Shared 1", "Visits max": 2 },
      { Plate: "Shared 2", "Visits max": 2 },
    ],
  });
  const [here, there] = [new PlanPage(page, "desktop"), new PlanPage(otherPage, "desktop")];
  for (const one of [page, otherPage]) {
    // The change is news only to a page that listens.
    await gotoListening(one, day.path);
    await expect(one.getByText("4/4 scheduled")).toBeVisible();
    await mark(one);
  }
  const [reloads, otherReloads] = [countReloads(page), countReloads(otherPage)];

  await test.step("a change arrives live; the own tab's echo is ignored", async () => {
    const own = reloads();
    await here.inRouteMenu("Shared 1", "Lock");
    await expect(here.route("Shared 1").getByRole("img", { name: "Locked" })).toBeVisible();
    await expect(there.route("Shared 1").getByRole("img", { name: "Locked" })).toBeVisible();
    expect(await isMarked(otherPage)).toBe(true);
    // The other page has had the news, so this one would have had it, too: its one request is for its own form.
    expect(reloads() - own).toBe(1);
    expect(otherReloads()).toBeGreaterThan(0);
    await here.inRouteMenu("Shared 1", "Unlock");
    await expect(there.route("Shared 1").getByRole("img", { name: "Locked" })).toHaveCount(0);
  });

  await test.step("two edits of one visit: the later one is refused, says why, and keeps what was typed", async () => {
    for (const plan of [here, there]) for (const vehicle of ["Shared 1", "Shared 2"]) await plan.unfold(vehicle);
    const [mine, theirs] = [await here.openVisit("Ash"), await there.openVisit("Ash")];
    // Fields save themselves when they are left.
    await mine.root.getByLabel("Note for the driver").fill("Use the back door");
    await theirs.root.getByLabel("Note for the driver").fill("Ring twice");
    await theirs.root.getByLabel("Note for the driver").blur();
    await expect(theirs.root.getByRole("status").filter({ hasText: "✓ Saved" })).toBeVisible();

    // Said at the field as soon as it is known, whether it was left by then or not.
    await mine.root.getByLabel("Note for the driver").blur();
    await expect(mine.root.getByText("Somebody else changed this to “Ring twice”.").first()).toBeVisible();
    await expect(mine.root.getByLabel("Note for the driver")).toHaveValue("Use the back door");
    await mine.root.getByRole("button", { name: "Take theirs" }).click();
    await expect(mine.root.getByLabel("Note for the driver")).toHaveValue("Ring twice");
    await expect(mine.root.getByText("Somebody else changed this")).toHaveCount(0);

    await mine.root.getByLabel("Note for the driver").fill("Use the back door");
    await theirs.root.getByLabel("Note for the driver").fill("Ring three times");
    await theirs.root.getByLabel("Note for the driver").blur();
    await expect(mine.root.getByText("Somebody else changed this to “Ring three times”.").first()).toBeVisible();
    await mine.root.getByRole("button", { name: "Save mine" }).click();
    await expect(theirs.root.getByLabel("Note for the driver")).toHaveValue("Use the back door");
    await page.reload();
    await mark(page);
    for (const vehicle of ["Shared 1", "Shared 2"]) await here.unfold(vehicle);
    const again = await here.openVisit("Ash");
    await expect(again.root.getByLabel("Note for the driver")).toHaveValue("Use the back door");
  });

  await test.step("a visit that the other removes closes its panel, and nothing else", async () => {
    // The other page may still ask for the visit's details; that it is told "not found" is right.
    browserErrors.allow(/status of 404.*planning\/visit/);
    for (const plan of [here, there]) for (const vehicle of ["Shared 1", "Shared 2"]) await plan.unfold(vehicle);
    const open = await there.openVisit("Beech");
    await (await here.openVisit("Beech")).remove("delete");
    await expect(open.root).toBeHidden();
    await expect(otherPage.getByText("3/3 scheduled")).toBeVisible();
    expect(await isMarked(otherPage)).toBe(true);
  });
});

test("a driver whom a colleague chooses while a dialog is open is not overwritten by it unseen", async ({
  page,
  openPage,
  signIn,
  browserErrors,
}) => {
  browserErrors.allow(/status of 409/);
  const otherPage = await openPage();
  await signIn(page, "dispatcher");
  await signIn(otherPage, "super admin");
  const [one, two] = ["Kept 1", "Kept 2"];
  const day = await prepareDay(page, {
    title: "Kept drivers",
    visits: stops(["Elm"]),
    vehicles: [{ Plate: one }, { Plate: two }],
    calculate: false,
  });
  const driverId = (await day.state()).choices.drivers.find(({ name }) => name === DRIVER)!.id;
  const plan = new PlanPage(page, "desktop");
  const theyChoose = async (vehicle: string, chosen: number | "") =>
    post(otherPage, day.path, { intent: "route.change", routeId: await day.route(vehicle), driverId: chosen });
  const driverOf = async (vehicle: string) => {
    const routeId = await day.route(vehicle);
    return (await day.state()).routes.find(({ id }) => id === routeId)!.driverId;
  };
  const openDialog = (query: string) => gotoListening(page, `${day.path}?dialog=${query}`);

  await test.step("in the dialog for all drivers", async () => {
    await openDialog("drivers");
    const dialog = page.getByRole("dialog", { name: "Drivers" });
    await dialog.getByLabel(two).selectOption({ label: DRIVER });
    await theyChoose(one, driverId);
    await expect(plan.route(one)).toContainText(DRIVER);
    // Their choice is shown by now, and is none of this form's changes.
    await expect(dialog.getByLabel(one)).toHaveValue(String(driverId));
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toHaveCount(0);
    expect([await driverOf(one), await driverOf(two)]).toEqual([driverId, driverId]);
    await theyChoose(two, "");
  });

  await test.step("in the dialog for one route", async () => {
    await openDialog(`change-route&route=${await day.route(two)}`);
    const dialog = page.getByRole("dialog", { name: "Vehicle and driver" });
    // A vehicle that has a route here is not offered.
    await expect(dialog.getByLabel("Vehicle").getByRole("option", { name: one })).toHaveCount(0);
    await theyChoose(two, driverId);
    await expect(plan.route(two)).toContainText(DRIVER);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByText("Your entries are kept")).toBeVisible();
    expect(await driverOf(two)).toBe(driverId);
  });
});

test("a change brings the visits of its route to the pages that show the plan, and no others", async ({
  page,
  openPage,
  signIn,
}) => {
  await signIn(page, "dispatcher");
  const otherPage = await openPage({ viewport: { width: 1440, height: 900 } });
  await signIn(otherPage, "super admin");
  const day = await prepareDay(page, {
    title: "Parts",
    visits: stops(["Ash", "Beech", "Cherry", "Damson"]),
    vehicles: [
      { Plate: "Part 1", "Visits max": 2 },
      { Plate: "Part 2", "Visits max": 2 },
    ],
  });
  const plan = new PlanPage(page, "desktop");
  await gotoListening(page, day.path);
  for (const vehicle of ["Part 1", "Part 2"]) await plan.unfold(vehicle);
  const ownRoute = (await day.state()).visits.find(({ name }) => name === "Ash")!.routeId;
  const onOwnRoute = (await day.state()).visits.filter(({ routeId }) => routeId === ownRoute);
  const changed = async (name: string, to: string) => {
    const answer = page.waitForResponse((one) => one.request().method() === "GET" && isPlanData(one.url()));
    const visitId = await day.visit(name);
    await post(otherPage, day.path, { intent: "visit.update_fields", visitId, name: to, version: "" });
    return ((await (await answer).json()) as { visits: Parts<object> }).visits;
  };

  for (const [name, to] of [
    ["Ash", "Alder"],
    ["Alder", "Aspen"],
  ] as const) {
    expect((await changed(name, to)).rows.count).toBe(onOwnRoute.length);
    await expect(plan.visit(to)).toBeVisible();
    for (const other of ["Beech", "Cherry", "Damson"]) await expect(plan.visit(other)).toBeVisible();
    await expect(page.getByText("4/4 scheduled")).toBeVisible();
  }
});

test("the number at Tracking tells of a task that comes while another page is open", async ({
  page,
  openPage,
  signIn,
}) => {
  await signIn(page, "dispatcher");
  const { day } = await onTheRoad(page, "Far away", ["Fir"]);
  const theirs = await openPage();
  await signIn(theirs, "super admin");
  const tracking = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Tracking" });
  await gotoListening(page, "company/resources/warehouses");
  await expect(tracking).toHaveText("Tracking");
  const done = { intent: "visit.done", visitId: await day.visit("Fir"), confirmed: 1 };
  await post(theirs, day.path, { ...done, lat: SCHAAN.lat + 1, lng: SCHAAN.lng, accuracyM: 10 });
  await expect(tracking).toHaveText("1Tracking");
});
