import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { SIZES } from "./pages/sizes";
import {
  calculated,
  confirmationTemplate,
  DRIVER,
  planState,
  post,
  prepareDay,
  startRoute,
  stops,
  workbook,
} from "./prepare";

/** Everything here runs in a browser that runs no script: plain forms, links and the browser's own popovers. */
test.use({ javaScriptEnabled: false });

// What a form is refused with stands on a page of its own, and has a status that says so.
test.beforeEach(({ browserErrors }) => browserErrors.allow(/status of (409|422)/));

/** What was done, on the page after it. (Texts in <noscript> are nothing to getByText.) */
const message = (page: Page, text: string) => page.locator("noscript p", { hasText: text });

// @spec PC-2.64 PC-2.65 PC-2.69 PC-5.44 PC-5.16 PC-8.08 PC-5.10 PC-8.13
// @spec PC-8.09 PC-8.11
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
    await expect(message(page, "Your file has been successfully uploaded!")).toBeVisible();
    await page.getByRole("button", { name: "Import now" }).click();
    await expect(page.getByText("Importing was finished").first()).toBeVisible();
    await page.getByRole("link", { name: "Open the plan" }).click();
    await expect(page.getByText("0/2 scheduled")).toBeVisible();
  });
});

// @spec PC-2.44 PC-5.24
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

test("a plan's settings that were refused are corrected, and what a colleague stored meanwhile stays", async ({
  page,
  signIn,
}) => {
  await signIn(page, "dispatcher");
  const day = await prepareDay(page, {
    title: "Plain settings",
    visits: stops(["Ash"]),
    vehicles: [{ Plate: "Plain 43" }],
    calculate: false,
  });
  const theyStore = (fields: Record<string, string | number>) =>
    post(page, day.path, { intent: "plan.settings", ...fields });
  const dialog = page.getByRole("dialog", { name: "Plan settings" });
  const field = (name: string) => dialog.getByRole("textbox", { name, exact: true });
  const save = () => dialog.getByRole("button", { name: "Save", exact: true }).click();

  await page.goto(`${day.path}?dialog=plan-settings`);
  await field("Exploration").fill("3");
  await field("Squash duration").fill("soon");
  await theyStore({ solvingTime: 33 });
  await save();
  await expect(dialog.getByText("Squash duration must be a number, not “soon”").first()).toBeVisible();
  await expect(field("Exploration")).toHaveValue("3");
  await theyStore({ visitBalanceCoefficient: 0.5, speedPercent: 90 });
  await field("Squash duration").fill("2");
  await field("Speed").fill("80");
  await save();
  await expect(dialog.getByText("“Speed” was changed to “90%” in the meantime.").first()).toBeVisible();
  await expect(field("Speed")).toHaveValue("80");
  await save();
  await expect(dialog).toHaveCount(0);

  await page.goto(`${day.path}?dialog=plan-settings`);
  const stored = {
    Exploration: "3",
    "Squash duration": "2",
    "Solving time": "33",
    "Visit balance coefficient": "0.5",
    Speed: "80",
  };
  for (const [name, value] of Object.entries(stored)) await expect(field(name)).toHaveValue(value);
});

// @spec PC-2.09 PC-2.57 PC-4.064 PC-4.018 PC-4.041
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
    .getByRole("link", { name: /^Plain 7/ })
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

test("what the planning pages show can be used, or says that it needs scripts", async ({ page, signIn }) => {
  await signIn(page, "dispatcher");
  const day = await prepareDay(page, {
    title: "Bare plan",
    visits: stops(["Ash", "Beech", "Cherry", "Damson"]),
    vehicles: [
      { Plate: "Bare 11", "Visits max": 2, "Break start": "08:05", "Break end": "08:15", "Break duration": 5 },
      { Plate: "Bare 12", "Visits max": 2 },
    ],
  });
  const [first] = await day.order("Bare 11");
  const routeId = await day.route("Bare 11");
  const rows = page.getByRole("row", { level: 2 });

  await test.step("routes fold by links, and the groups of one page have addresses", async () => {
    await page.goto(day.path);
    await expect(rows).toHaveCount(0);
    await page.getByRole("link", { name: "Unfold Bare 11" }).click();
    await expect(page.getByRole("row", { name: new RegExp(first!) })).toBeVisible();
    await page.getByRole("link", { name: "Unfold Bare 12" }).click();
    await expect(rows.getByRole("link")).toHaveText(await day.order("Bare 12"));
    await page.getByRole("link", { name: "Fold Bare 12" }).click();
    await expect(rows).toHaveCount(0);
  });

  await test.step("the timeline says why it is empty, and no hint names what scripts do", async () => {
    await expect(page.locator("noscript p", { hasText: "The timeline needs JavaScript" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Timeline", exact: true })).toBeDisabled();
    await page.goto(`planning/route/${routeId}`);
    await expect(page.getByText("Open a visit to move it.")).toBeVisible();
    await expect(page.getByText("Drag a visit")).toBeHidden();
  });

  await test.step("the menus of a stop lead to its panel, those of a break can do what a break can", async () => {
    await startRoute(page, day, routeId);
    await page.goto(`planning/route/${routeId}`);
    const statusOf = (name: string) => page.getByRole("row", { name }).getByTitle(`Status of ${name}`);
    await statusOf(first!).click();
    await expect(page.getByRole("menu", { name: `Status of ${first}` }).getByRole("menuitem")).toHaveText(["Open"]);
    await expect(page.getByText(/Nothing matches/)).toHaveCount(0);
    await page.getByRole("menuitem", { name: "Open" }).first().click();
    const panel = page.getByRole("complementary", { name: first });
    await panel.getByTitle(`Status of ${first}`).click();
    await expect(panel.getByRole("menuitem", { name: "Delivered" })).toBeVisible();
    await page.goto(`planning/route/${routeId}`);
    await statusOf("Break").click();
    await expect(page.getByRole("menu", { name: "Status of Break" }).getByRole("menuitem")).toHaveText([
      /On route/,
      /Taken/,
    ]);
  });
});

test("a long list ends with a link to all of it", async ({ page, signIn }) => {
  await signIn(page, "dispatcher");
  const names = Array.from({ length: 70 }, (_, index) => `Bare stop ${index + 1}`);
  const day = await prepareDay(page, { title: "Bare rows", visits: stops(names), vehicles: [], calculate: false });
  const rows = page.getByRole("row", { level: 2 });
  await page.goto(day.path);
  await expect(rows).toHaveCount(59);
  await page.getByRole("link", { name: "Show all 71 rows" }).click();
  await expect(rows).toHaveCount(70);
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

// @spec PC-1.05 PC-1.06
test("a driver works through a route: starts it, reports with and without a photo, finishes it", async ({
  page,
  openPage,
  signIn,
  browserErrors,
}) => {
  browserErrors.allow(/status of 409/);
  await signIn(page, "dispatcher");
  const day = await prepareDay(page, {
    title: "Plain road",
    visits: stops(["Alder", "Birch", "Cedar"]),
    vehicles: [{ Plate: "Plain road 1" }],
  });
  const routeId = await day.route("Plain road 1");
  const [first, second, third] = (await day.order("Plain road 1")) as [string, string, string];
  const template = await confirmationTemplate(page, "A photo", { photo: "required" });
  const photographed = await day.visit(second);
  const last = await day.visit(third);
  for (const visitId of [photographed, last])
    await post(page, day.path, { intent: "visit.update_fields", visitId, confirmationTemplateId: template });
  const driverId = (await day.state()).choices.drivers.find(({ name }) => name === DRIVER)!.id;
  await post(page, day.path, { intent: "route.change", routeId, driverId });
  await post(page, day.path, { intent: "route.approve", routeId });
  const statusOf = async (name: string) => (await day.state()).visits.find((one) => one.name === name)!.status;

  const phone = await openPage({ ...SIZES.phone, javaScriptEnabled: false });
  await signIn(phone, "driver");
  await test.step("the list, the route, a stop's page", async () => {
    await phone.goto("driver");
    await phone.locator(`a[href$="/driver/route/${routeId}"]`).tap();
    await expect(phone.getByRole("heading", { name: "Plain road" })).toBeVisible();
    await phone.getByRole("link", { name: "All stops" }).tap();
    await expect(phone.getByRole("heading", { name: "All stops" })).toBeVisible();
    await phone.locator("#list").getByRole("link", { name: third }).tap();
    await expect(phone.locator(".view:visible")).toHaveCount(1);
    await expect(phone.locator(".view:visible").getByText("Stop 3")).toBeVisible();
  });

  await test.step("start", async () => {
    await phone.getByRole("link", { name: "Now" }).tap();
    await phone.getByRole("link", { name: "Start route" }).tap();
    await phone.getByRole("button", { name: "Yes, start" }).tap();
    await expect(phone.locator(".progress")).toHaveText("Stop 1 of 3");
    await expect(phone.locator(".view:visible")).toHaveCount(1);
  });

  await test.step("done", async () => {
    await phone.locator(".view:visible").getByRole("button", { name: "Done", exact: true }).tap();
    await expect(phone.locator(".progress")).toHaveText("Stop 2 of 3");
    expect(await statusOf(first)).toBe(4);
  });

  await test.step("done with a photo, which is asked for", async () => {
    await phone.locator(".view:visible").getByRole("link", { name: "Done", exact: true }).tap();
    const form = phone.locator(`#proof-${photographed}`);
    await form.getByRole("radio").first().check();
    await form.getByLabel("Note").fill("With the porter");
    await form.getByRole("button", { name: "Done", exact: true }).tap();
    await expect(phone.getByRole("alert")).toContainText("Photo is required");
    expect(await statusOf(second)).toBe(3);
    // The form comes again, as it was filled in.
    await expect(form.getByRole("radio").first()).toBeChecked();
    await expect(form.getByLabel("Note")).toHaveValue("With the porter");
    await form.locator("input[capture]").setInputFiles("tests/fixtures/pictures/door.jpg");
    await form.getByRole("button", { name: "Done", exact: true }).tap();
    await expect(phone.locator(".progress")).toHaveText("Stop 3 of 3");
    expect(await statusOf(second)).toBe(4);
    await phone.goto(`driver/route/${routeId}#stop-${photographed}`);
    await expect(phone.locator(".view:visible").getByRole("img", { name: "Photo 1" })).toBeVisible();
  });

  await test.step("failed, with a reason", async () => {
    await phone.goto(`driver/route/${routeId}`);
    const stop = phone.locator(".view:visible");
    await stop.getByText("Failed", { exact: true }).tap();
    await stop.getByRole("button", { name: "Refused" }).tap();
    await expect(phone.locator(".progress")).toHaveText("2 of 3 served, 1 failed");
    expect(await statusOf(third)).toBe(5);
  });

  await test.step("done after all, with a photo that is asked for", async () => {
    await phone.goto(`driver/route/${routeId}#stop-${last}`);
    await phone.locator(".view:visible").getByRole("link", { name: "It is done after all" }).tap();
    const form = phone.locator(`#proof-${last}`);
    await form.getByRole("radio").first().check();
    await form.getByLabel("Note").fill("They came back");
    await form.getByRole("button", { name: "Done", exact: true }).tap();
    await expect(phone.getByRole("alert")).toContainText("Photo is required");
    expect(await statusOf(third)).toBe(5);
    await expect(form.getByRole("radio").first()).toBeChecked();
    await expect(form.getByLabel("Note")).toHaveValue("They came back");
    await expect(phone.locator(".view:visible")).toHaveCount(1);
    await form.locator("input[capture]").setInputFiles("tests/fixtures/pictures/door.jpg");
    await form.getByRole("button", { name: "Done", exact: true }).tap();
    await expect(phone.locator(".progress")).toHaveText("All 3 served");
    expect(await statusOf(third)).toBe(4);
    await phone.goto(`driver/route/${routeId}`);
  });

  await test.step("finish", async () => {
    await phone.getByRole("link", { name: "Finish route" }).first().tap();
    await phone.getByRole("button", { name: "Yes, finish" }).tap();
    await expect(phone.getByRole("heading", { name: "Route completed" })).toBeVisible();
    expect((await day.state()).routes[0]!.status).toBe(5);
  });
});
