import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { calculated, planState, post, prepareDay, stops, workbook } from "./prepare";

/** Everything here runs in a browser that runs no script: plain forms, links and the browser's own popovers. */
test.use({ javaScriptEnabled: false });

// What a form is refused with stands on a page of its own, and has a status that says so.
test.beforeEach(({ browserErrors }) => browserErrors.allow(/status of 422/));

/** What was done, on the page after it. (Texts in <noscript> are nothing to getByText.) */
const message = (page: Page, text: string) => page.locator("noscript p", { hasText: text });

test("a plan is made with a new warehouse, renamed and filled from a file; errors keep what was typed", async ({
  page,
  signInByForm,
}) => {
  await signInByForm(page, "dispatcher");

  await test.step("create the plan", async () => {
    await page.goto("planning");
    await page.getByRole("link", { name: "New plan" }).first().click();
    const dialog = page.getByRole("dialog", { name: "New plan" });
    await dialog.getByRole("textbox", { name: "Title", exact: true }).fill("Plain plan");
    await dialog.getByRole("combobox", { name: "Warehouse", exact: true }).selectOption("Add new");
    const place = dialog.getByRole("group", { name: "Place" });
    if (!(await place.isVisible())) await dialog.getByText("New warehouse", { exact: true }).click();
    await dialog.getByLabel("Title of the warehouse").fill("Plain depot");
    await dialog.getByRole("button", { name: "Create plan" }).click();
    await expect(dialog.getByText("Set the place of the warehouse on the map").first()).toBeVisible();
    await expect(dialog.getByRole("textbox", { name: "Title", exact: true })).toHaveValue("Plain plan");
    await expect(dialog.getByLabel("Title of the warehouse")).toHaveValue("Plain depot");
    await expect(dialog.getByRole("combobox", { name: "Warehouse", exact: true })).toHaveValue("new");
    await dialog.getByLabel("Latitude").fill("47.1353");
    await dialog.getByLabel("Longitude").fill("9.5373");
    await dialog.getByRole("button", { name: "Create plan" }).click();
    await expect(page).toHaveURL(/\/planning\/plan\/\d+$/);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Plain plan");
  });

  await test.step("rename it", async () => {
    await page.getByRole("button", { name: "Plain plan" }).first().click();
    await page.getByRole("menuitem", { name: "Rename" }).click();
    const dialog = page.getByRole("dialog", { name: "Rename" });
    // Blanks are something to the browser's own check, and nothing to ours.
    await dialog.getByRole("textbox", { name: "Title" }).fill("   ");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByText("Please enter a title").first()).toBeVisible();
    await dialog.getByRole("textbox", { name: "Title" }).fill("Plain plan, renamed");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(page).toHaveURL(/\/planning\/plan\/\d+$/);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Plain plan, renamed");
    await expect(message(page, "Successfully saved")).toBeVisible();
  });

  await test.step("import visits and a vehicle", async () => {
    await page.getByRole("link", { name: "Import", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Import into Plain plan, renamed" });
    await dialog
      .locator("input[type=file]")
      .setInputFiles({ name: "notes.pdf", mimeType: "application/pdf", buffer: Buffer.from("no spreadsheet") });
    await dialog.getByRole("button", { name: "Upload", exact: true }).click();
    await expect(page.getByText('The file "notes.pdf" has wrong format.').first()).toBeVisible();
    await page
      .locator("input[type=file]")
      .setInputFiles(workbook("day.xlsx", { Visits: stops(["Ash", "Beech"]), Vehicles: [{ Plate: "Plain van" }] }));
    await page.getByRole("button", { name: "Upload", exact: true }).click();
    await expect(page).toHaveURL(/\/company\/sheet\/\d+/);
    await page.getByRole("button", { name: "Import now" }).click();
    await expect(page.getByText("Importing was finished").first()).toBeVisible();
    await page.getByRole("link", { name: "Open the plan" }).click();
    await expect(page.getByText("0/2 scheduled")).toBeVisible();
  });
});

test("a vehicle is edited; a wrong range of hours keeps what was typed", async ({ page, signIn }) => {
  await signIn(page, "dispatcher");
  await prepareDay(page, {
    title: "Plain fleet",
    visits: stops(["Ash"]),
    vehicles: [{ Plate: "Plain 42" }],
    calculate: false,
  });
  await page.goto("company/resources/vehicles?q=Plain+42");
  await page
    .getByRole("link", { name: /Plain 42/ })
    .first()
    .click();
  const dialog = page.getByRole("dialog", { name: "Plain 42" });
  await dialog.getByRole("textbox", { name: "Title", exact: true }).fill("Plain van of the north");
  const active = dialog.getByRole("switch", { name: "Active" });
  await active.uncheck();
  const hours = dialog.getByRole("group", { name: "Working hours" });
  await hours.getByRole("textbox").first().fill("18:00");
  await hours.getByRole("textbox").last().fill("08:00");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(
    page
      .getByText("End time must be greater than start time")
      .or(page.getByText("Start time must be less than end time"))
      .first(),
  ).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Title", exact: true })).toHaveValue("Plain van of the north");
  await expect(hours.getByRole("textbox").first()).toHaveValue("18:00");
  await expect(active).not.toBeChecked();
  await active.check();
  await hours.getByRole("textbox").first().fill("06:00");
  await hours.getByRole("textbox").last().fill("14:30");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(message(page, "Successfully saved")).toBeVisible();
  await expect(page.getByText("Plain van of the north").first()).toBeVisible();
});

test("a route is approved, started and reported on", async ({ page, signIn }) => {
  await signIn(page, "dispatcher");
  const day = await prepareDay(page, {
    title: "Plain day",
    visits: stops(["Ash", "Beech", "Cherry"]),
    vehicles: [{ Plate: "Plain 7" }],
  });
  const { routes, visits } = await day.state();
  const order = visits
    .filter((one) => ["Ash", "Beech", "Cherry"].includes(one.name))
    .sort((a, b) => a.label - b.label)
    .map((one) => one.name) as [string, string, string];

  await page.goto(day.path);
  await page.getByRole("button", { name: "Approve", exact: true }).click();
  await expect(message(page, "1 route approved")).toBeVisible();
  await page
    .getByRole("row", { name: /Plain 7/ })
    .getByRole("link", { name: /Plain 7/ })
    .click();
  await expect(page).toHaveURL(new RegExp(`/planning/route/${routes[0]!.id}`));

  await test.step("start, with its question", async () => {
    await page.getByRole("link", { name: "Start", exact: true }).click();
    const question = page.getByRole("alertdialog").filter({ hasText: "Are you sure you want to start this route?" });
    await question.getByRole("button", { name: "Start" }).click();
    await expect(page.getByRole("banner").or(page.locator("header")).getByText("On route").first()).toBeVisible();
  });

  const open = async (name: string) => {
    await page
      .getByRole("row", { name: new RegExp(name) })
      .getByRole("link", { name })
      .click();
    return page.getByRole("complementary", { name });
  };

  await test.step("done in turn", async () => {
    const panel = await open(order[0]);
    await panel.getByRole("button", { name: "Done", exact: true }).click();
    await expect(
      page.getByRole("row", { name: new RegExp(order[0]) }).getByRole("img", { name: "Done" }),
    ).toBeVisible();
  });

  await test.step("done out of turn, with its question", async () => {
    const panel = await open(order[2]);
    await panel.getByRole("button", { name: "Done", exact: true }).click();
    const question = page
      .getByRole("alertdialog")
      .filter({ hasText: "This visit is not the next in the route. Are you sure you want to mark it as done?" });
    await question.getByRole("button", { name: "Mark as done" }).click();
    await expect(
      page.getByRole("row", { name: new RegExp(order[2]) }).getByRole("img", { name: "Done" }),
    ).toBeVisible();
  });

  await test.step("failed, with a reason", async () => {
    const panel = await open(order[1]);
    await panel.getByRole("link", { name: "Failed", exact: true }).click();
    const dialog = page.getByRole("alertdialog", { name: "Mark as failed" });
    await dialog.getByRole("radio", { name: "No answer to the call" }).check();
    await dialog.getByRole("button", { name: "Mark as failed" }).click();
    await expect(
      page.getByRole("row", { name: new RegExp(order[1]) }).getByRole("img", { name: "Failed" }),
    ).toBeVisible();
    await page.goto(`planning/plan/failed/${day.planId}`);
    await expect(page.getByRole("row", { name: new RegExp(order[1]) })).toContainText("No answer to the call");
  });
  const after = await planState(page, day.planId);
  expect(
    after.visits
      .filter((one) => order.includes(one.name))
      .map((one) => one.status)
      .sort(),
  ).toEqual([4, 4, 5]);
  await post(page, day.path, { intent: "plan.remove" });
});

test("routes return to the warehouse with one click; after a small change Calculate offers to fit it in first", async ({
  page,
  signIn,
}) => {
  await signIn(page, "dispatcher");
  const names = ["Ash", "Beech", "Cherry", "Damson", "Elder", "Fig", "Gorse", "Hazel", "Ivy", "Juniper", "Kauri"];
  const day = await prepareDay(page, { title: "Gentle", visits: stops(names), vehicles: [{ Plate: "Gentle van" }] });
  await page.goto(day.path);

  await test.step("where routes end", async () => {
    await expect(page.getByText("Routes end at their last visit.")).toBeVisible();
    await page.getByRole("button", { name: "Return to the warehouse" }).click();
    await expect(page.getByText("Routes end at the warehouse.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Return to the warehouse" })).toHaveCount(0);
  });

  await test.step("other ends are another plan: it is calculated at once", async () => {
    const before = (await calculated(page, day.planId)).queryId;
    await page.getByRole("button", { name: "Calculate", exact: true }).first().click();
    expect((await calculated(page, day.planId, before)).status).toBe("done");
  });

  await test.step("one stop is another matter", async () => {
    await post(page, day.path, { intent: "visit.unassign", visitId: await day.visit("Fig") });
    await page.goto(day.path);
    await page.getByRole("button", { name: "Calculate", exact: true }).first().click();
    const dialog = page.getByRole("dialog", { name: "Calculate" });
    await expect(dialog).toContainText("1 stop changed since the last calculation.");
    await expect(dialog).toContainText(
      /Planning anew looks for the best plan, whatever moves: \d+ of 11 stops did last time\./,
    );
    await expect(dialog.getByLabel("Stops that may move, at most")).toHaveValue("5");
    const before = (await calculated(page, day.planId)).queryId;
    await dialog.getByRole("button", { name: "Fit it in" }).click();
    expect((await calculated(page, day.planId, before)).status).toBe("proposed");
    expect(await day.order(null)).toEqual(["Fig"]);
  });

  await test.step("and planning anew is the other way", async () => {
    await page.goto(`${day.path}?dialog=calculate`);
    const before = (await calculated(page, day.planId)).queryId;
    await page.getByRole("dialog", { name: "Calculate" }).getByRole("button", { name: "Plan anew" }).click();
    expect((await calculated(page, day.planId, before)).status).toBe("done");
    expect(await day.order(null)).toEqual([]);
  });
});
