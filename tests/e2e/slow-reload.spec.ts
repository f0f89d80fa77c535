import type { Locator, Page, WebSocketRoute } from "@playwright/test";
import { pause } from "~/lib/pause";
import { expect, test } from "./fixtures";
import {
  confirmationTemplate,
  gotoListening,
  holdSocket,
  pageCompany,
  post,
  prepareDay,
  startRoute,
  stops,
} from "./prepare";
import type { Day } from "./prepare";

const VAN = [{ Plate: "LI 1", "Work hour start": "08:00", "Work hour end": "18:00" }];

const PLAN_DATA = "routes/_main.planning.plan.$planId";
const LIST_DATA = "routes/_main.planning.main";
const isData = (url: URL, path: string, data: string): boolean =>
  url.pathname.endsWith(path) && url.searchParams.get("_data") === data;

/** The page's data come late, as from a large plan on a busy server; everything else is as quick as ever. */
async function slowPage(page: Page, path: string, ms: number, data = PLAN_DATA): Promise<void> {
  await page.route(
    (url) => isData(url, path, data),
    async (route) => {
      if (route.request().method() === "GET") await pause(ms);
      await route.continue().catch(() => undefined);
    },
  );
}

/** A page whose data are read at once, and arrive when the function that is returned is called. */
async function heldPage(page: Page, path: string): Promise<{ read: Promise<void>; giveData: () => void }> {
  let giveData = (): void => undefined;
  const given = new Promise<void>((resolve) => (giveData = resolve));
  let isRead = (): void => undefined;
  const read = new Promise<void>((resolve) => (isRead = resolve));
  await page.route(
    (url) => isData(url, path, PLAN_DATA),
    async (route) => {
      const answer = await route.fetch();
      isRead();
      await given;
      await route.fulfill({ response: answer });
    },
  );
  return { read, giveData };
}

/** A colleague gives a visit another name. */
async function rename(theirs: Page, day: Day, visit: string, name: string): Promise<void> {
  const renamed = await theirs.request.post(`planning/visit/${await day.visit(visit)}`, {
    form: { ...(await pageCompany(theirs)), intent: "visit.update_fields", name, seen: "{}" },
  });
  expect(renamed.status()).toBe(200);
}

/** A page whose data come when the function that is returned is called. */
async function waitingPage(page: Page, path: string, data: string): Promise<() => void> {
  let giveData = (): void => undefined;
  const given = new Promise<void>((resolve) => (giveData = resolve));
  await page.route(
    (url) => isData(url, path, data),
    async (route) => {
      await given;
      await route.continue().catch(() => undefined);
    },
  );
  return giveData;
}

const ground = (of: Locator): Promise<string> => of.evaluate((element) => getComputedStyle(element).backgroundColor);

test("a page that takes its time is said to be opening, and what was clicked is marked", async ({ page, signIn }) => {
  await signIn(page, "dispatcher");
  await page.goto("planning");
  const giveData = await waitingPage(page, "/tracking", "routes/_main.tracking._index");
  const rail = page.getByRole("navigation", { name: "Main" });
  const [planning, link] = [rail.getByRole("link", { name: "Planning" }), rail.getByRole("link", { name: "Tracking" })];
  const lit = await ground(planning);
  await link.click();
  const said = page.getByRole("status").filter({ hasText: "Opening Tracking …" });
  await expect(said).toBeVisible();
  await expect(link).toHaveAttribute("data-opening", "");
  // One item of the rail is lit: where the way leads to.
  expect(await ground(link)).toBe(lit);
  expect(await ground(planning)).toBe(await ground(rail.getByRole("link", { name: "Company" })));
  giveData();
  await expect(page.getByRole("heading", { name: "Tracking", level: 1 })).toBeVisible();
  await expect(said).toBeHidden();
  await expect(link).not.toHaveAttribute("data-opening");
});

test("a row that was clicked is marked until its page is there, or another one is opened instead", async ({
  page,
  signIn,
}) => {
  await signIn(page, "dispatcher");
  const day = await prepareDay(page, { title: "Marked row", visits: stops(["Rho"]), vehicles: VAN, calculate: false });
  await page.goto("planning");
  const row = page.getByRole("row").filter({ hasText: "Marked row" });
  const cell = row.getByRole("cell").last();
  await page.mouse.move(0, 0);
  const idle = await ground(cell);
  const giveData = await waitingPage(page, day.path, PLAN_DATA);
  const open = async (): Promise<void> => {
    await row.getByRole("link", { name: "Marked row" }).click();
    await page.mouse.move(0, 0);
    await expect(page.getByRole("status").filter({ hasText: "Opening Marked row …" })).toBeVisible();
    expect(await ground(cell)).not.toBe(idle);
  };
  await open();
  const planning = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Planning" });
  await planning.click();
  await expect(row.getByRole("link", { name: "Marked row" })).not.toHaveAttribute("data-opening");
  await expect.poll(() => ground(cell)).toBe(idle);
  await open();
  giveData();
  await expect(page.getByRole("treegrid").getByText("Rho")).toBeVisible();
  await page.goBack();
  await expect.poll(() => ground(cell)).toBe(idle);
});

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

test("a button shows that it was pressed, and what it did is said before the plan is there again", async ({
  page,
  signIn,
}) => {
  await signIn(page, "dispatcher");
  const day = await prepareDay(page, { title: "Said at once", visits: stops(["Alpha", "Beta"]), vehicles: VAN });
  await gotoListening(page, day.path);
  let [answer, giveData] = [(): void => undefined, (): void => undefined];
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const given = new Promise<void>((resolve) => (giveData = resolve));
  await page.route(
    (url) => isData(url, day.path, PLAN_DATA),
    async (route) => {
      await (route.request().method() === "GET" ? given : answered);
      await route.continue();
    },
  );
  const approve = page.getByRole("button", { name: "Approve" }).first();
  await approve.click();
  await expect(approve).toHaveAttribute("data-loading", "true");
  answer();
  await expect(page.getByText("1 route approved.").first()).toBeVisible();
  await expect(page.getByText("Planning", { exact: true }).first()).toBeVisible();
  giveData();
  // The next step has come in its place.
  await expect(page.getByRole("link", { name: "Start 1 route" }).first()).toBeVisible();
  await expect(approve).toHaveCount(0);
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
  const socket = await holdSocket(page);
  await page.goto(day.path);
  await expect(page.getByRole("treegrid").getByText("Delta")).toBeVisible();
  await socket.asked;
  await rename(theirs, day, "Delta", "Delta renamed");
  await expect(page.getByRole("treegrid").getByText("Delta renamed")).toHaveCount(0);
  socket.open();
  await expect(page.getByRole("treegrid").getByText("Delta renamed")).toBeVisible();
});

test("news that come faster than the page loads are shown, and links open", async ({ page, openPage, signIn }) => {
  await signIn(page, "dispatcher");
  const day = await prepareDay(page, { title: "Storm", visits: stops(["Zeta"]), vehicles: VAN, calculate: false });
  const zeta = await day.visit("Zeta");
  const theirs = await openPage();
  await signIn(theirs, "super admin");
  const company = await pageCompany(theirs);
  await gotoListening(page, day.path);
  await slowPage(page, day.path, 1_500);
  await slowPage(page, "planning/main", 1_500, LIST_DATA);
  const cutOff: string[] = [];
  page.on("requestfailed", (request) => {
    if (isData(new URL(request.url()), day.path, PLAN_DATA)) cutOff.push(request.url());
  });

  let isOver = false;
  const storm = (async () => {
    for (let turn = 1; !isOver; turn += 1) {
      await theirs.request.post(`planning/visit/${zeta}`, {
        form: { ...company, intent: "visit.update_fields", name: `Zeta ${turn}`, seen: "{}" },
      });
      await pause(400);
    }
  })();
  try {
    const shown = page.getByRole("treegrid").getByText(/^Zeta \d+$/);
    await expect(shown).toBeVisible();
    const first = await shown.textContent();
    await expect(shown).not.toHaveText(first!);
    expect(cutOff).toEqual([]);
    await page.getByRole("link", { name: "Planning", exact: true }).first().click();
    await expect(page.getByRole("heading", { name: "Planning", level: 1 })).toBeVisible();
  } finally {
    isOver = true;
    await storm;
  }
});

test("news that waited for a reload arrive, also when a dialog is opened while they are fetched", async ({
  page,
  openPage,
  signIn,
}) => {
  await signIn(page, "dispatcher");
  const day = await prepareDay(page, { title: "Two news", visits: stops(["Kappa"]), vehicles: VAN, calculate: false });
  const theirs = await openPage();
  await signIn(theirs, "super admin");
  const news = await gotoListening(page, `${day.path}?visit=${await day.visit("Kappa")}`);
  const { read, giveData } = await heldPage(page, day.path);
  await rename(theirs, day, "Kappa", "Kappa one");
  await read;
  // The reload that follows.
  await slowPage(page, day.path, 1_500);
  const heard = news(`"planId":${day.planId}`);
  await rename(theirs, day, "Kappa one", "Kappa two");
  await heard;
  await pause(500);
  const fetching = page.waitForRequest((request) => isData(new URL(request.url()), day.path, PLAN_DATA));
  giveData();
  await fetching;
  const list = page.getByRole("treegrid");
  await expect(list.getByText("Kappa one")).toBeVisible();
  await page.getByRole("complementary").getByRole("link", { name: "Add photos" }).click();
  await page.keyboard.press("Escape");
  await expect(list.getByText("Kappa two")).toBeVisible();
});

test("after a cut line the page asks again for what was never answered", async ({
  page,
  openPage,
  signIn,
  browserErrors,
}) => {
  browserErrors.allow(/WebSocket/);
  await signIn(page, "dispatcher");
  const day = await prepareDay(page, { title: "Cut line", visits: stops(["Eta"]), vehicles: VAN, calculate: false });
  const theirs = await openPage();
  await signIn(theirs, "super admin");
  const lines: WebSocketRoute[] = [];
  let told = 0;
  await page.routeWebSocket(/socket\.io/, (line) => {
    lines.push(line);
    line.connectToServer().onMessage((message) => {
      line.send(message);
      if (String(message).startsWith('42["site"')) told += 1;
    });
  });
  await page.goto(day.path);
  await expect.poll(() => told).toBe(1);
  let unanswered = 0;
  await page.route(
    (url) => isData(url, day.path, PLAN_DATA),
    (route) => (unanswered++ === 0 ? undefined : route.continue()),
  );
  await rename(theirs, day, "Eta", "Eta renamed");
  await expect.poll(() => unanswered).toBe(1);
  await lines[0]!.close();
  await expect(page.getByRole("treegrid").getByText("Eta renamed")).toBeVisible();
});

test.describe("a change while the page is on its way", () => {
  for (const from of ["a page without plans", "another plan"])
    test(`from ${from} is shown`, async ({ page, openPage, signIn }) => {
      await signIn(page, "dispatcher");
      const other = await prepareDay(page, {
        title: `First ${from}`,
        visits: stops(["Iota"]),
        vehicles: VAN,
        calculate: false,
      });
      const title = `Second ${from}`;
      const day = await prepareDay(page, { title, visits: stops(["Theta"]), vehicles: VAN, calculate: false });
      const theirs = await openPage();
      await signIn(theirs, "super admin");
      const news = await gotoListening(page, from === "another plan" ? other.path : "company/resources/warehouses");
      const { read, giveData } = await heldPage(page, day.path);
      await page.keyboard.press("ControlOrMeta+k");
      await page.getByRole("combobox", { name: "Plan, route, visit, page, vehicle or warehouse" }).fill(title);
      await page.getByRole("option", { name: title }).first().click();
      await read;
      const heard = news(`"planId":${day.planId}`);
      await rename(theirs, day, "Theta", "Theta renamed");
      await heard;
      // Longer ago than a moment before the page is there.
      await pause(1_500);
      giveData();
      await expect(page.getByRole("treegrid").getByText("Theta renamed")).toBeVisible();
    });
});
