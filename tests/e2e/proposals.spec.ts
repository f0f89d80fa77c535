import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { PlanPage } from "./pages/plan-page";
import { post, prepareDay, towns } from "./prepare";
import type { Day } from "./prepare";

const [NORTH, SOUTH] = [
  ["Ash", "Beech", "Cherry"],
  ["Damson", "Elder", "Fig"],
];

/** Both vans in their own town, and then one stop of each on the other van. */
async function swapped(page: Page, title: string): Promise<Day & { north: string; south: string }> {
  const vehicles = [1, 2].map((number) => ({ Plate: `${title} ${number}`, "Visits max": 4 }));
  const day = await prepareDay(page, { title, visits: towns(NORTH, SOUTH), vehicles });
  const first = await day.order(`${title} 1`);
  const [north, south] = first.includes("Ash") ? [`${title} 1`, `${title} 2`] : [`${title} 2`, `${title} 1`];
  expect([(await day.order(north)).sort(), (await day.order(south)).sort()]).toEqual([NORTH, SOUTH]);
  await post(page, day.path, {
    intent: "visit.move",
    visitId: await day.visit("Beech"),
    toRouteId: await day.route(south),
    position: 1,
  });
  await post(page, day.path, {
    intent: "visit.move",
    visitId: await day.visit("Elder"),
    toRouteId: await day.route(north),
    position: 1,
  });
  return { ...day, north, south };
}

/** From the plan's menu to the answer on the plan's page. */
async function findChanges(plan: PlanPage, budget: number): Promise<void> {
  await plan.inPlanMenu("Re-optimise with few changes");
  const dialog = plan.page.getByRole("dialog", { name: "Re-optimise with few changes" });
  await dialog.getByLabel("Stops that may move, at most").fill(String(budget));
  await dialog.getByRole("button", { name: "Find changes" }).click();
  await expect(dialog).toBeHidden();
}

const proposalBar = (page: Page) => page.getByRole("status").filter({ hasText: "Proposal:" });

async function lookAtIt(page: Page): Promise<void> {
  await proposalBar(page).getByRole("link", { name: "Look at it" }).click({ timeout: 60_000 });
  await expect(page.getByRole("heading", { level: 1, name: "Proposed changes" })).toBeVisible();
}

test("a proposal shows what it would change; Discard leaves the plan, Apply changes it, undo takes it back", async ({
  page,
  signIn,
}) => {
  await signIn(page, "dispatcher");
  const day = await swapped(page, "Few changes");
  const { north, south } = day;
  const orders = async () => ({ north: await day.order(north), south: await day.order(south) });
  const before = await orders();
  expect([before.north, before.south].map((names) => names.length)).toEqual([3, 3]);
  await page.goto(day.path);
  const plan = new PlanPage(page, "desktop");

  await test.step("a budget of none moves nothing, and says so", async () => {
    await findChanges(plan, 0);
    const answer = page.getByRole("status").filter({ hasText: "No stop was to move, and none did." });
    await answer.getByRole("button", { name: "OK" }).click({ timeout: 60_000 });
    await expect(answer).toBeHidden();
    expect(await orders()).toEqual(before);
  });

  await test.step("one of three finds the two that stand wrong", async () => {
    await findChanges(plan, 3);
    await expect(proposalBar(page)).toContainText("2 stops move", { timeout: 60_000 });
    await expect(proposalBar(page)).toContainText(/−\d+\.\d km/);
    await lookAtIt(page);
    await expect(page.getByText("At most 3 stops move. Nothing changes until you apply it.")).toBeVisible();
    await expect(page.getByLabel("The whole plan, as it is and with the proposal")).toContainText(/\d\.\d\d points/);
    const moves = page.getByRole("table", { name: "Stops that move" });
    await expect(page.getByRole("heading", { name: "2 stops move" })).toBeVisible();
    await expect(moves.getByRole("row")).toHaveCount(3);
    await expect(moves.getByRole("row", { name: /Beech/ })).toContainText(
      new RegExp(`${south}, stop 1 · \\d\\d:\\d\\d.*${north}, stop \\d · \\d\\d:\\d\\d`),
    );
    await expect(moves.getByRole("row", { name: /Elder/ })).toContainText(
      new RegExp(`${north}, stop 1 · \\d\\d:\\d\\d.*${south}, stop \\d · \\d\\d:\\d\\d`),
    );
  });

  await test.step("and what that makes of each route and of the whole", async () => {
    const routes = page.getByRole("table", { name: "Routes, as they are and with the proposal" });
    for (const vehicle of [north, south]) {
      const row = routes.getByRole("row", { name: new RegExp(vehicle) });
      await expect(row).toContainText(/now \d+\.\d km→ then better, \d+\.\d km/);
      await expect(row.getByRole("cell").nth(1)).toHaveText("3");
    }
    const totals = page.getByLabel("The whole plan, as it is and with the proposal");
    await expect(totals).toContainText(/Served6/);
    await expect(totals).toContainText(/Distancenow \d+\.\d km→ then better, \d+\.\d km/);
    await expect(totals).toContainText(/Durationnow .+→ then better, /);
  });

  await test.step("on the map, as it is, as proposed, and both", async () => {
    await expect(page.getByRole("application", { name: `Map of ${day.title} with the proposal` })).toBeVisible();
    const views = page.getByRole("group", { name: "Which plan the map shows" });
    await expect(views.getByRole("button", { name: "Both" })).toHaveAttribute("aria-pressed", "true");
    await views.getByRole("button", { name: "As it is" }).click();
    await expect(views.getByRole("button", { name: "As it is" })).toHaveAttribute("aria-pressed", "true");
    await expect(views.getByRole("button", { name: "Both" })).toHaveAttribute("aria-pressed", "false");
  });
  expect(await orders(), "a proposal changes nothing").toEqual(before);

  await test.step("Discard leaves the plan as it is", async () => {
    const address = page.url();
    await page.getByRole("button", { name: "Discard" }).click();
    await expect(page).toHaveURL(new RegExp(`${day.path}$`));
    await expect(page.getByText("The plan was not changed.").first()).toBeVisible();
    await expect(proposalBar(page)).toHaveCount(0);
    expect(await orders()).toEqual(before);
    await page.goto(address);
    await expect(page.getByRole("heading", { name: "The proposal was discarded" })).toBeVisible();
  });

  await test.step("asked for again and applied, it is the plan", async () => {
    await page.getByRole("button", { name: "Find changes again" }).click();
    await expect(page).toHaveURL(new RegExp(`${day.path}$`));
    await lookAtIt(page);
    await page.getByRole("button", { name: "Apply" }).click();
    await expect(page).toHaveURL(new RegExp(`${day.path}$`));
    await expect(page.getByText("2 stops moved. Undo takes it back.").first()).toBeVisible();
    const { north: northern, south: southern } = await orders();
    expect([northern.sort(), southern.sort()]).toEqual([NORTH, SOUTH]);
    await expect(page.getByRole("status").filter({ hasText: "Applied: 2 routes" })).toContainText("2 stops moved");
  });

  await test.step("undo takes it back", async () => {
    await plan.undo();
    await expect(page.getByText("Undone: the applied proposal")).toBeVisible();
    expect(await orders()).toEqual(before);
  });
});

test("a proposal that a colleague's edit has overtaken says whose it was and is found again", async ({
  page,
  openPage,
  signIn,
}) => {
  await signIn(page, "dispatcher");
  const colleague = await openPage();
  await signIn(colleague, "super admin");
  const day = await swapped(page, "Overtaken");
  await page.goto(day.path);
  const plan = new PlanPage(page, "desktop");
  await findChanges(plan, 2);
  await lookAtIt(page);
  await expect(page.getByRole("button", { name: "Apply" })).toBeVisible();

  await test.step("live, on the proposal's page", async () => {
    await post(colleague, day.path, { intent: "visit.unassign", visitId: await day.visit("Fig") });
    await expect(page.getByRole("heading", { name: "The proposal is out of date" })).toBeVisible();
    await expect(
      page.getByText(
        "Alex Admin moved the visit “Fig” since, so the proposal no longer fits the plan. Find changes again.",
      ),
    ).toBeVisible();
    await expect(page.getByRole("button", { name: "Apply" })).toHaveCount(0);
  });

  await test.step("and on the plan's", async () => {
    const breadcrumb = page.getByRole("navigation", { name: "Breadcrumb" });
    await breadcrumb.getByRole("link").nth(1).click();
    await expect(
      page
        .getByRole("alert")
        .filter({ hasText: "Alex Admin moved the visit “Fig” since, so the proposal no longer fits the plan." }),
    ).toBeVisible();
    await page.getByRole("button", { name: "Find changes again" }).click();
    await lookAtIt(page);
    await page.getByRole("button", { name: "Apply" }).click();
    await expect(page.getByText(/2 stops moved. Undo/).first()).toBeVisible();
  });
});

test("a plan that breaks rules as it stands leaves out more than was asked, and says why", async ({ page, signIn }) => {
  await signIn(page, "dispatcher");
  const visits = towns(["Ash", "Beech"], ["Damson", "Elder"]).map((visit) => ({ ...visit, "Package load": 10 }));
  const day = await prepareDay(page, {
    title: "Too much",
    visits,
    vehicles: [1, 2].map((number) => ({ Plate: `Too much ${number}`, "Max load": 20 })),
  });
  const [full, other] = (await day.order("Too much 1")).includes("Ash")
    ? ["Too much 1", "Too much 2"]
    : ["Too much 2", "Too much 1"];
  await post(page, day.path, {
    intent: "visit.move",
    visitId: await day.visit("Damson"),
    toRouteId: await day.route(full),
    position: 1,
  });
  await page.goto(day.path);
  const plan = new PlanPage(page, "desktop");
  await expect(plan.warnings(full)).toHaveAccessibleName(/1 warning$/);
  await findChanges(plan, 0);
  await lookAtIt(page);
  await expect(
    page.getByText(
      "More than 0 stops would move: the plan as it stands breaks rules, " +
        "and a calculation leaves out what it can’t serve without breaking one.",
    ),
  ).toBeVisible();
  await expect(page.getByRole("heading", { name: "1 stop moves" })).toBeVisible();
  await expect(page.getByRole("table", { name: "Stops that move" }).getByRole("row").nth(1)).toContainText(
    `${full}, stop`,
  );
  await expect(page.getByLabel("The whole plan, as it is and with the proposal")).toContainText(
    /Warningsnow 1→ then better, 0/,
  );
  expect(await day.order(other)).toEqual(["Elder"]);
});
