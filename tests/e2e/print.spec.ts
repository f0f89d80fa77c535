import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { palestText } from "./pages/contrast-of";
import { DRIVER, linkHash, prepareDay, startRoute, stops } from "./prepare";

const PAPER = "rgb(255, 255, 255)";

/** The colour of each thing that is painted in a route's, with the one for white ground. */
const fillsOf = (page: Page): Promise<string[][]> =>
  page.locator(".route-colour").evaluateAll((painted) =>
    painted.map((element) => {
      const style = getComputedStyle(element);
      return ["--route-fill", "--route-light-fill"].map((name) => style.getPropertyValue(name).trim());
    }),
  );

test("prints dark ink on white paper, whatever the screen's scheme", async ({ openPage, signIn }) => {
  const page = await openPage({ colorScheme: "dark" });
  await signIn(page, "dispatcher");
  const day = await prepareDay(page, {
    title: "Paper",
    visits: stops(["Ash", "Beech"]),
    vehicles: [{ Plate: "Paper 1" }],
  });
  const routeId = await day.route("Paper 1");
  await startRoute(page, day, routeId, DRIVER);
  const visitId = await day.visit("Ash");
  const link = `tracking/public/visit/${visitId}/${await linkHash(page, "visit", visitId)}`;
  for (const address of ["company/dashboard", `planning/plan/${day.planId}`, link]) {
    await page.goto(address);
    const body = page.locator("body");
    await expect(body, `${address} on a screen`).not.toHaveCSS("background-color", PAPER);
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await expect(body, `${address} on paper`).toHaveCSS("background-color", PAPER);
    const { contrast, words } = await palestText(page);
    expect(contrast, `${address}: ${words}`).toBeGreaterThanOrEqual(4.5);
    if (address.includes("planning/plan/")) await expect(page.locator(".route-colour").first()).toBeAttached();
    for (const [fill, lightFill] of await fillsOf(page)) expect(fill, `a route's colour in ${address}`).toBe(lightFill);
    await page.emulateMedia({ media: "screen", colorScheme: "dark" });
  }
});

test("prints lists as far down as they go, and nothing that is there to be pressed", async ({ page, signIn }) => {
  await signIn(page, "dispatcher");
  const names = Array.from({ length: 40 }, (_, index) => `Printed ${index + 1}`);
  const day = await prepareDay(page, { title: "On paper", visits: stops(names), vehicles: [{ Plate: "Printed 1" }] });
  const routeId = await day.route("Printed 1");
  const note = page.getByText(/^Rows 1 to \d+ of \d+\. For all stops of a route, open it and choose Print manifest/);
  const list = page.getByRole("treegrid");

  await page.goto(`planning/plan/${day.planId}`);
  await expect(list.getByRole("row").first()).toBeVisible();
  await expect(page.locator("canvas").first()).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  for (const gone of ["nav", "canvas", ".mantine-Button-root", ".mantine-ActionIcon-root", "[data-row-menu]"])
    await expect(page.locator(gone).and(page.locator(":visible")), gone).toHaveCount(0);
  await expect(list.locator(".route-colour").first()).toHaveCSS("print-color-adjust", "exact");

  await page.emulateMedia({ media: "screen" });
  await page.goto(`planning/route/${routeId}`);
  await expect(list.getByRole("row").first()).toBeVisible();
  await expect(note).toBeHidden();
  await page.emulateMedia({ media: "print" });
  await expect(note, "some of the rows are not in the page").toBeVisible();
  const rows = list.getByRole("row");
  const last = rows.last();
  // As far down as it goes: no box cuts the last row that is there, and the names have the sheet's width.
  const [box, row] = [await list.boundingBox(), await last.boundingBox()];
  expect(row!.y + row!.height).toBeLessThanOrEqual(box!.y + box!.height + 1);
  expect(await list.evaluate((element) => element.scrollHeight - element.clientHeight)).toBeLessThanOrEqual(1);
  expect(box!.width).toBeGreaterThan(page.viewportSize()!.width * 0.9);

  await test.step("tables stay tables on paper, which is narrower than most screens", async () => {
    await page.emulateMedia({ media: "screen" });
    await page.setViewportSize({ width: 718, height: 1000 });
    await page.goto("company/resources/vehicles");
    const table = page.getByRole("table");
    await expect(table).toHaveCSS("display", "block");
    await page.emulateMedia({ media: "print" });
    await expect(table).toHaveCSS("display", "table");
    await expect(table.locator("thead")).toHaveCSS("display", "table-header-group");
    await expect(table.getByRole("row").last()).toHaveCSS("break-inside", "avoid");
  });

  await test.step("a list says which of its rows these are", async () => {
    await page.emulateMedia({ media: "screen" });
    const choices = page.getByRole("navigation", { name: "Where they are" });
    await page.goto("company/visits?rows=15");
    await page.emulateMedia({ media: "print" });
    await expect(page.getByText(/^1–15 of [\d,]+$/)).toBeVisible();
    await expect(page.getByLabel("Rows per page"), "to be pressed").toBeHidden();
    await expect(choices, "nothing is left out").toBeHidden();
    await page.goto("company/visits?rows=15&planned=1&q=Printed");
    await expect(page.getByText(/^1–15 of [\d,]+$/)).toBeVisible();
    await expect(choices.getByText("In a plan")).toBeVisible();
    await expect(choices.getByText("All")).toBeHidden();
    await expect(page.getByRole("searchbox", { name: "Search visits" }), "what was searched for").toBeVisible();
  });
});
