import { FAIL_REASONS } from "~/domain/visit/fail-reasons";
import { VisitStatus } from "~/domain/visit/visit-status";
import { VisitType } from "~/domain/visit/visit-type";
import { expect, test } from "./fixtures";
import { PlanPage } from "./pages/plan-page";
import { gotoListening, post, prepareDay, startRoute, stops } from "./prepare";

// @spec PC-8.15 PC-8.16 PC-4.052 PC-4.054 PC-4.055
test("what is removed is named, and a company without reasons is asked one question before a visit fails", async ({
  page,
  signIn,
  browserErrors,
}) => {
  // A panel may ask once more for the visit that was removed in it.
  browserErrors.allow(/status of 404.*planning\/visit/);
  await signIn(page, "dispatcher");
  const day = await prepareDay(page, {
    title: "Without reasons",
    visits: stops(["Alder", "Birch", "Cedar", "Dogwood"], { "Package load": 5 }),
    vehicles: [
      { Plate: "Van 1", "Max load": 100 },
      { Plate: "Van 2", "Max load": 1 },
    ],
  });
  const off = Object.fromEntries(FAIL_REASONS.map(({ id }) => [`reason_${id}`, 0]));
  await post(page, "company/settings", { intent: "fail_reasons.save", ...off });
  const { routes, visits } = await day.state();
  const used = routes.find((route) => route.stops > 0)!;
  const empty = routes.find((route) => route.stops === 0)!;
  const [first, second, third] = visits
    .filter((visit) => visit.routeId === used.id && visit.label > 0)
    .sort((a, b) => a.label - b.label);
  const plan = new PlanPage(page, "desktop");
  // Until scripts run the dialog is a panel in the page, and moves away under the pointer when it becomes modal.
  const open = async (dialog: string) => {
    await page.goto(`${day.path}?dialog=${dialog}`);
    await expect(page.locator("dialog:modal")).toBeVisible();
  };

  await open(`remove-route&route=${empty.id}`);
  await plan.answer(`Do you want to remove ${empty.vehicle}?`, "Remove");
  await expect(page.getByText(`${empty.vehicle} has been deleted!`).first()).toBeVisible();

  await open(`remove-visit&visit=${third!.id}`);
  await plan.answer(`Do you want to remove ${third!.name}?`, "Remove");
  await expect(page.getByText(`${third!.name} has been deleted!`).first()).toBeVisible();

  await startRoute(page, day, used.id);
  const fail = async (visitId: number, question: string) => {
    await open(`fail-visit&visit=${visitId}`);
    await plan.answer(question, "Mark as failed");
    await expect(plan.question(/Are you sure/)).toHaveCount(0);
    await expect.poll(async () => (await day.state()).visits.find((visit) => visit.id === visitId)?.status).toBe(5);
  };
  await fail(second!.id, "This visit is not the next in the route. Are you sure you want to mark it as failed?");
  await fail(first!.id, "Are you sure you want to mark this visit as failed?");
});

test("a break is marked as taken in the list, so that its route can be finished", async ({ page, signIn }) => {
  await signIn(page, "dispatcher");
  // Due on every route that is on the road at 08:00: it has to begin by 08:02.
  const pause = { "Break start": "08:00", "Break end": "08:02", "Break duration": 15 };
  const day = await prepareDay(page, {
    title: "With a break",
    visits: stops(["Elm", "Fir"]),
    vehicles: [{ Plate: "Van with a break", ...pause }],
  });
  const { routes, visits } = await day.state();
  const routeId = routes[0]!.id;
  await startRoute(page, day, routeId);
  const [first, last] = visits.filter((one) => one.label > 0).sort((a, b) => a.label - b.label);
  const done = (visit: typeof first) =>
    post(page, day.path, { intent: "visit.done", visitId: visit!.id, confirmed: 1 });
  await done(first);
  const plan = new PlanPage(page, "desktop");

  await page.goto(`planning/route/${routeId}`);
  await page.getByRole("button", { name: "Break: what can be done" }).click();
  await page.getByRole("menuitem", { name: "Taken" }).click();
  // Not before: a break that is still open when the last stop is done is taken off the route.
  await expect
    .poll(async () => (await day.state()).visits.find((one) => one.type === VisitType.Break)?.status)
    .toBe(VisitStatus.Delivered);
  await done(last);
  await page.getByRole("link", { name: "Finish" }).click();
  await plan.answer("Are you sure you want to finish this route?", "Finish");
  await expect.poll(async () => (await day.state()).routes[0]!.status).toBe(5);
});

test("a page that isn't there says so in its title", async ({ page, signIn, browserErrors }) => {
  browserErrors.allow(/status of 404/);
  await signIn(page, "dispatcher");
  for (const path of ["no/such/page", "planning/plan/999999"]) {
    await page.goto(path);
    await expect(page).toHaveTitle("Page not found · Route planning");
  }
});

test("whoever has a plan open that a colleague removes reads which one it was, and goes on", async ({
  page,
  openPage,
  signIn,
  browserErrors,
}) => {
  browserErrors.allow(/status of 410/);
  await signIn(page, "dispatcher");
  const day = await prepareDay(page, {
    title: "Short-lived",
    visits: stops(["Alder"]),
    vehicles: [{ Plate: "Van 1" }],
    calculate: false,
  });
  const colleague = await openPage();
  await signIn(colleague, "dispatcher");
  await colleague.goto(day.path);
  await post(page, day.path, { intent: "plan.remove" });
  await expect(colleague.getByRole("heading", { name: "This page is gone" })).toBeVisible();
  await expect(colleague.getByText("The plan “Short-lived” was removed.")).toBeVisible();
  await colleague.reload();
  await expect(colleague).toHaveTitle("Page is gone · Route planning");
  await colleague.getByRole("link", { name: "Go to planning" }).click();
  await expect(colleague).toHaveURL(/planning(\/main)?\/?$/);
});

test("a dialog stays when a colleague removes its record, says who did, and shows what was typed", async ({
  page,
  signIn,
  browserErrors,
}) => {
  // A field of the vehicle is saved when it is left, and there is no vehicle any more.
  browserErrors.allow(/status of 404/);
  await signIn(page, "dispatcher");
  const lists = [
    { path: "company/team", intent: "member", name: "Gone Person", label: "Surname" },
    { path: "company/resources/vehicles", intent: "vehicle", name: "Gone Van", label: "Plate" },
  ];
  for (const { path, intent, name, label } of lists)
    await test.step(path, async () => {
      const fields: Record<string, string | number> =
        intent === "member" ? { name, is_courier: 1 } : { title: name, status: 1 };
      await post(page, path, { intent: `${intent}.create`, ...fields });
      // Its line is open before the next page's is waited for.
      await gotoListening(page, `${path}?q=${encodeURIComponent("Gone")}`);
      const href = await page.getByRole("link", { name, exact: true }).getAttribute("href");
      const id = Number(/id=(\d+)/.exec(href!)?.[1]);
      await gotoListening(page, `${path}?dialog=edit-${intent}&id=${id}`);
      const dialog = page.getByRole("dialog", { name });
      await dialog.getByLabel(label, { exact: true }).fill("Typed before");
      // Of another tab: this one hears of it as of a colleague's change.
      await post(page, path, { intent: `${intent}.remove`, id });
      await expect(dialog.getByRole("alert")).toContainText(new RegExp(`${name} was removed by .+ meanwhile\\.`));
      await expect(dialog.getByLabel(label, { exact: true })).toHaveValue("Typed before");
      await expect(dialog.getByRole("button", { name: /^(Save|Add)/ })).toHaveCount(0);
      await dialog.getByRole("link", { name: "Close" }).last().click();
    });
});
