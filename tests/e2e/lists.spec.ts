import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { gotoListening, post, prepareDay, stops } from "./prepare";

test("warehouses are exported as they are narrowed, and made inactive and active together", async ({
  page,
  signIn,
}) => {
  await signIn(page, "dispatcher");
  for (const title of ["Yard east", "Yard west"])
    await post(page, "company/resources/warehouses", {
      intent: "warehouse.create",
      title,
      lat: 47.1,
      lng: 9.5,
      status: 1,
    });
  await page.goto("company/resources/warehouses?q=Yard");
  const file = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export All to CSV" }).click();
  const text = await readFile(await (await file).path(), "utf8");
  expect(text.trim().split("\r\n")).toHaveLength(3);
  expect(text).toContain('"Yard west"');

  await page.getByRole("checkbox", { name: "Select Yard east" }).click();
  await page.getByRole("checkbox", { name: "Select Yard west" }).click();
  await page.getByRole("form", { name: "Selected warehouses" }).getByRole("button", { name: "Deactivate" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog.getByRole("list", { name: "Selected" })).toContainText("Yard west");
  await dialog.getByRole("button", { name: "Deactivate 2 warehouses" }).click();
  await expect(page.getByRole("row").filter({ hasText: "Inactive" })).toHaveCount(2);

  await page.goto("company/resources/couriers");
  await expect(page.getByRole("link", { name: "Export All to Excel" })).toBeVisible();
  await page.goto("company/calculation-history");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Calculation history");
});

test("every list has its files at the same place, and every page below another one the same way back", async ({
  page,
  signIn,
}) => {
  await signIn(page, "dispatcher");
  const title = "Ways back";
  const day = await prepareDay(page, { title, visits: stops(["Sigma"]), vehicles: [{ Plate: "WB 1" }] });
  const lists = [
    "resources/warehouses",
    "resources/vehicles",
    "resources/couriers",
    "visits",
    "calculation-history",
    "log",
  ];
  for (const list of lists) {
    await page.goto(`company/${list}`);
    const files = page.getByRole("link", { name: /^Export All to/ });
    await expect(files, list).toHaveCount(2);
    await expect(page.locator("main header").getByRole("link", { name: "Export All to Excel" }), list).toBeVisible();
  }
  const ways: Record<string, readonly string[]> = {
    [`planning/plan/failed/${day.planId}`]: ["Planning", title],
    [`planning/plan/unserved/${day.planId}`]: ["Planning", title],
    [`planning/export/${day.planId}`]: ["Planning", title],
    "planning/places": ["Visits"],
    "company/api/webhooks": ["API"],
    "company/billing/shop": ["Billing"],
  };
  for (const [address, names] of Object.entries(ways)) {
    await page.goto(address);
    const links = page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link");
    await expect(links, address).toHaveText([...names]);
    await expect(
      page.locator("main header").getByRole("link", { name: /^(?:Back to|All visits)/ }),
      address,
    ).toHaveCount(0);
  }
  // Pages that are a map have an arrow before their title.
  for (const [address, name] of [
    [day.path, "All plans"],
    ["tracking/replay", "Tracking"],
  ] as const) {
    await page.goto(address);
    await expect(page.locator("main header").getByRole("link").first()).toHaveText(name);
  }
  await page.goto(`planning/export/${day.planId}`);
  await expect(page.locator("main header").getByRole("link", { name: /^Export to/ })).toHaveText([
    "Export to Excel",
    "Export to CSV",
  ]);
});

test("lists that tell times by one's own clock say whose it is", async ({ page, signIn }) => {
  await signIn(page, "super admin");
  for (const list of ["company/log", "company/sheet", "company/calculation-history"]) {
    await page.goto(list);
    await expect(page.getByText(/by the clock of \w+\/\w+\.$/), list).toBeVisible();
  }
});

test("warehouses come from a spreadsheet: all rows, or none with what is wrong", async ({
  page,
  signIn,
  browserErrors,
}) => {
  browserErrors.allow(/status of 422/);
  await signIn(page, "dispatcher");
  await page.goto("company/resources/warehouses");
  await page.getByRole("link", { name: "Import", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Import warehouses" });
  const upload = async (...lines: string[]) => {
    await dialog.locator("input[type=file]").setInputFiles({
      name: "warehouses.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(["Title,Address,Latitude,Longitude,External id", ...lines].join("\n")),
    });
    await dialog.getByRole("button", { name: "Import" }).click();
  };
  await upload("Shed one,Road 1,47.15,9.51,S-1", "Shed two,Road 2,north,9.52,S-2");
  await expect(dialog.getByText(/Row 3: Latitude 'north'/).first()).toBeVisible();
  await upload("Shed one,Road 1,47.15,9.51,S-1", "Shed two,Road 2,47.16,9.52,S-2");
  await expect(page.getByText("2 warehouses added, 0 changed.").first()).toBeVisible();
  await page.goto("company/resources/warehouses?q=Shed");
  await expect(page.getByRole("row")).toHaveCount(3);

  await page.getByRole("link", { name: "Import", exact: true }).click();
  await upload("Shed 1,Road 1,47.15,9.51,S-1");
  await expect(page.getByText("0 warehouses added, 1 changed.").first()).toBeVisible();
  await page.goto("company/resources/warehouses?q=Shed");
  await expect(page.getByRole("row")).toHaveCount(3);
  await expect(page.getByRole("cell", { name: "Shed 1", exact: true }).first()).toBeVisible();
});

test("drivers come from a spreadsheet without scripts, and nobody comes twice", async ({ openPage, signIn }) => {
  const page = await openPage({ javaScriptEnabled: false });
  await signIn(page, "dispatcher");
  const upload = async () => {
    await page.goto("company/resources/couriers");
    await page.getByRole("link", { name: "Import", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Import drivers" });
    await dialog.locator("input[type=file]").setInputFiles({
      name: "drivers.csv",
      mimeType: "text/csv",
      buffer: Buffer.from("Name,Surname,E-mail\nAda,Listed,ada.listed@test.example\nBo,Listed,"),
    });
    await dialog.getByRole("button", { name: "Import" }).click();
  };
  for (let time = 1; time <= 2; time++) {
    await upload();
    await expect(page).toHaveURL(/\/couriers$/);
    await expect(page.getByRole("row").filter({ hasText: "Listed" })).toHaveCount(2);
  }
});

test("a row that is pointed at brings its page's scripts, and its data come once, when it is opened", async ({
  page,
  signIn,
}) => {
  await signIn(page, "dispatcher");
  const title = "Pointed at";
  const day = await prepareDay(page, {
    title,
    visits: stops(["Alpha"]),
    vehicles: [{ Plate: "LI 5" }],
    calculate: false,
  });
  // Its scripts have taken over: until then nobody hears what is pointed at.
  await gotoListening(page, "planning");
  const data: string[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.pathname.endsWith(day.path) && url.searchParams.has("_data")) data.push(url.searchParams.get("_data")!);
  });
  const scripts = page.waitForResponse(/routes\/_main\.planning\.plan\._planId-[\w-]+\.js/);
  const row = page.getByRole("link", { name: title });
  await row.hover();
  await (await scripts).finished();
  await row.click();
  await expect(page.getByRole("treegrid").getByText("Alpha")).toBeVisible();
  expect(data).toEqual(["routes/_main.planning.plan.$planId"]);
});

test("a plan list that stays open overnight is loaded again", async ({ page, signIn }) => {
  await signIn(page, "dispatcher");
  await page.clock.install();
  // A page that is connected anew is loaded again for that reason.
  await page.routeWebSocket(/socket\.io/, () => undefined);
  // The page's own marks of its scripts stand still with its clock.
  await page.goto("planning", { waitUntil: "commit" });
  await expect(page.getByRole("heading", { name: "Planning" })).toBeVisible();
  const isList = (url: string) => url.includes("_data=routes%2F_main.planning._index");
  await expect(async () => {
    const again = page.waitForResponse((response) => isList(response.url()) && response.ok(), { timeout: 3000 });
    await page.clock.fastForward("24:00:00");
    await again;
  }).toPass();
});

/** Vehicles in whose order numbers count, one of them without a plate. */
async function sortedVehicles(page: Page, word: string): Promise<void> {
  for (const [title, plate] of [
    [`${word} 10`, "SO 1"],
    [`${word.toLowerCase()} 2`, "SO 20"],
    [`${word} 1`, ""],
  ] as const)
    await post(page, "company/resources/vehicles", { intent: "vehicle.create", title, plate, status: 1 });
}

/** The order of their rows, and what the headings say of it. */
const titles = (page: Page) => page.getByRole("link", { name: /^(sorted|plain) \d+$/i });
const heading = (page: Page, name: string) => page.getByRole("columnheader", { name: new RegExp(`^${name}`) });

test("a press on a column's heading orders the list by it, the other way, and as it was", async ({ page, signIn }) => {
  await signIn(page, "dispatcher");
  await sortedVehicles(page, "Sorted");
  await page.goto("company/resources/vehicles?q=sorted&status=1&page=1");
  await expect(titles(page)).toHaveText(["Sorted 1", "sorted 2", "Sorted 10"]);
  await expect(heading(page, "Title")).toHaveAttribute("aria-sort", "ascending");
  const plate = heading(page, "Plate").getByRole("link");
  await plate.focus();
  await page.keyboard.press("Enter");
  await expect(heading(page, "Plate")).toHaveAttribute("aria-sort", "ascending");
  await expect(page).toHaveURL(/\?q=sorted&status=1&sort=plate$/);
  await expect(titles(page)).toHaveText(["Sorted 10", "sorted 2", "Sorted 1"]);
  await expect(heading(page, "Title")).not.toHaveAttribute("aria-sort");
  // The keyboard is still where it was.
  await expect(plate).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(heading(page, "Plate")).toHaveAttribute("aria-sort", "descending");
  await expect(titles(page)).toHaveText(["sorted 2", "Sorted 10", "Sorted 1"]);

  const file = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export All to CSV" }).click();
  const lines = (await readFile(await (await file).path(), "utf8")).trim().split("\r\n").slice(1);
  expect(lines.map((line) => /sorted \d+/i.exec(line)![0])).toEqual(["sorted 2", "Sorted 10", "Sorted 1"]);

  await plate.focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\?q=sorted&status=1$/);
  await expect(heading(page, "Plate")).not.toHaveAttribute("aria-sort");
  await expect(titles(page)).toHaveText(["Sorted 1", "sorted 2", "Sorted 10"]);

  // As cards, what orders them stands above them.
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole("table", { name: "Vehicles" }).getByRole("link", { name: "Plate", exact: true }).click();
  await expect(titles(page)).toHaveText(["Sorted 10", "sorted 2", "Sorted 1"]);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("a column's heading is a link that orders the list", async ({ page, signInByForm }) => {
    await signInByForm(page, "dispatcher");
    await sortedVehicles(page, "Plain");
    await page.goto("company/resources/vehicles?q=plain");
    await heading(page, "Title").getByRole("link").click();
    await expect(page).toHaveURL(/\?q=plain&sort=-title$/);
    await expect(heading(page, "Title")).toHaveAttribute("aria-sort", "descending");
    await expect(titles(page)).toHaveText([/10$/, /2$/, /1$/]);
  });
});
