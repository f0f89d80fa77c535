import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { confirmationTemplate, pageCompany, post, prepareDay, startRoute, stops } from "./prepare";

const VAN = [{ Plate: "LI 1", "Work hour start": "08:00", "Work hour end": "18:00" }];

/** The page's data come late, as from a large plan on a busy server; everything else is as quick as ever. */
async function slowPage(page: Page, path: string, ms: number): Promise<void> {
  await page.route(
    (url) => url.pathname.endsWith(path) && url.searchParams.get("_data") === "routes/_main.planning.plan.$planId",
    async (route) => {
      if (route.request().method() === "GET") await new Promise((resolve) => setTimeout(resolve, ms));
      await route.continue().catch(() => undefined);
    },
  );
}

test("a change is on the page when its dialog closes, however long the page's data take", async ({ page, signIn }) => {
  await signIn(page, "dispatcher");
  const day = await prepareDay(page, { title: "Slow done", visits: stops(["Alpha", "Beta"]), vehicles: VAN });
  const state = await day.state();
  const route = state.routes.find((one) => one.stops > 0)!;
  const next = state.visits.find((one) => one.routeId === route.id && one.label === 1)!;
  await post(page, day.path, {
    intent: "visit.update_fields",
    visitId: next.id,
    confirmationTemplateId: await confirmationTemplate(page, "Only how", { photo: "optional", signature: "optional" }),
  });
  await startRoute(page, day, route.id);

  await page.goto(`${day.path}?visit=${next.id}`);
  const panel = page.getByRole("complementary");
  await panel.getByRole("link", { name: "Done…" }).click();
  const dialog = page.getByRole("dialog", { name: "Mark as done" });
  await slowPage(page, day.path, 1_500);
  await dialog.getByRole("button", { name: /^Mark as done/ }).click();
  await expect(dialog).toHaveCount(0);
  await expect(panel.getByText("Done!")).toBeVisible();
});

test("a colleague's news arrive, also when a dialog is opened while they are fetched", async ({
  page,
  openPage,
  signIn,
}) => {
  await signIn(page, "dispatcher");
  const day = await prepareDay(page, { title: "Slow news", visits: stops(["Gamma"]), vehicles: VAN, calculate: false });
  const [gamma] = (await day.state()).visits.filter((one) => one.type === "D");
  const theirs = await openPage();
  await signIn(theirs, "super admin");
  await page.goto(`${day.path}?visit=${gamma!.id}`);
  const panel = page.getByRole("complementary");
  await expect(panel.getByRole("heading", { name: "Photos and signatures" })).toBeVisible();
  await slowPage(page, day.path, 1_500);
  const fetching = page.waitForRequest(
    (request) => request.url().includes("_data=") && request.url().includes(day.path),
  );
  await theirs.goto(`${day.path}?visit=${gamma!.id}`);
  const name = theirs.getByRole("complementary").getByLabel("Name", { exact: false }).first();
  await expect(theirs.getByRole("complementary").getByRole("heading", { name: "Photos and signatures" })).toBeVisible();
  await name.fill("Gamma renamed");
  await name.blur();
  await fetching;
  await panel.getByRole("link", { name: "Add photos" }).click();
  await expect(page.getByRole("dialog", { name: "Add photos" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("treegrid").getByText("Gamma renamed")).toBeVisible();
});
test("what is changed before the page listens arrives as soon as it does", async ({ page, openPage, signIn }) => {
  await signIn(page, "dispatcher");
  const day = await prepareDay(page, {
    title: "Deaf at first",
    visits: stops(["Delta", "Epsilon"]),
    vehicles: VAN,
    calculate: false,
  });
  const theirs = await openPage();
  await signIn(theirs, "super admin");
  const gate = { asked: () => undefined as void, open: () => undefined as void };
  const asked = new Promise<void>((resolve) => (gate.asked = resolve));
  const listening = new Promise<void>((resolve) => (gate.open = resolve));
  await page.routeWebSocket(/socket\.io/, async (socket) => {
    gate.asked();
    await listening;
    socket.connectToServer();
  });
  await page.goto(day.path);
  await expect(page.getByRole("treegrid").getByText("Delta")).toBeVisible();
  await asked;
  const renamed = await theirs.request.post(`planning/visit/${await day.visit("Delta")}`, {
    form: { ...(await pageCompany(theirs)), intent: "visit.update_fields", name: "Delta renamed", seen: "{}" },
  });
  expect(renamed.status()).toBe(200);
  await expect(page.getByRole("treegrid").getByText("Delta renamed")).toHaveCount(0);
  gate.open();
  await expect(page.getByRole("treegrid").getByText("Delta renamed")).toBeVisible();
});
