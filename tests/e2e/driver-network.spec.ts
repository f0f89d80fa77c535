import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import type { Fixtures } from "./fixtures";
import { SIZES } from "./pages/sizes";
import { untilListening } from "./pages/taken";
import { DRIVER, lookAt, post, prepareDay, startRoute, stops } from "./prepare";

test("what a driver reports without a network is sent once it is back, each report exactly once", async ({
  page,
  openPage,
  signIn,
  browserErrors,
}) => {
  browserErrors.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket|fetching the script/);
  await signIn(page, "dispatcher");
  const day = await prepareDay(page, {
    title: "Dead spot",
    visits: stops(["Ash", "Beech", "Cherry"]),
    vehicles: [{ Plate: "Dead spot 1" }],
  });
  const routeId = await day.route("Dead spot 1");
  await startRoute(page, day, routeId, DRIVER);

  const phone = await openPage(SIZES.phone);
  await signIn(phone, "driver");
  await phone.goto(`driver/route/${routeId}`);
  const done = phone.locator(".view.shown").getByRole("button", { name: "Done", exact: true });
  const sync = phone.locator("#sync");
  await expect(done).toBeEnabled();
  const before = (await day.state()).plan.version;
  const delivered = async () =>
    (await day.state()).visits.filter((one) => ["Ash", "Beech", "Cherry"].includes(one.name) && one.status === 4)
      .length;

  await test.step("offline, both reports show at once and wait", async () => {
    await phone.context().setOffline(true);
    await done.tap();
    await expect(sync).toHaveText("You are offline. 1 waiting to send");
    await expect(phone.getByText("Stop 2 of 3")).toBeVisible();
    await done.tap();
    await expect(sync).toHaveText("You are offline. 2 waiting to send");
    await expect(phone.getByText("Stop 3 of 3")).toBeVisible();
    expect(await delivered()).toBe(0);
  });

  await test.step("the first answer is lost on its way: the phone can't know, and sends again", async () => {
    let sent = 0;
    await phone.route(`**/driver/report/${routeId}`, async (route) => {
      sent += 1;
      if (sent > 1) return route.continue();
      await route.fetch();
      return route.abort();
    });
    await phone.context().setOffline(false);
    // The other one may have followed by then.
    await expect.poll(delivered).toBeGreaterThanOrEqual(1);
    // The network comes and goes; how soon the phone tries again is its own affair.
    await expect(async () => {
      await phone.context().setOffline(true);
      await phone.context().setOffline(false);
      await expect(sync).toHaveText("All sent", { timeout: 3_000 });
    }).toPass();
    // A network that goes while a report is on its way has it sent once more: what counts is what arrives, below.
    expect(sent).toBeGreaterThanOrEqual(3);
  });

  expect(await delivered()).toBe(2);
  expect((await day.state()).plan.version - before, "one change of the plan for each report").toBe(2);
});

type PhoneFixtures = { page: Page } & Pick<Fixtures, "openPage" | "signIn" | "signInByForm" | "browserErrors">;

/** A phone on the page of a route of two stops, Ash and Beech. */
async function phoneOnRoute(
  { page, openPage, signIn, signInByForm, browserErrors }: PhoneFixtures,
  title: string,
): Promise<{ phone: Page; statusOf: (name: string) => Promise<number | undefined> }> {
  browserErrors.allow(/ERR_FAILED|ERR_ABORTED|status of 401|fetching the script/);
  await signIn(page, "dispatcher");
  const day = await prepareDay(page, { title, visits: stops(["Ash", "Beech"]), vehicles: [{ Plate: title }] });
  const routeId = await day.route(title);
  await startRoute(page, day, routeId, DRIVER);
  // What a service worker passes on may get around the block of reports.
  const phone = await openPage({ ...SIZES.phone, serviceWorkers: "block" });
  await signInByForm(phone, "driver");
  await phone.goto(`driver/route/${routeId}`);
  const statusOf = async (name: string) => (await day.state()).visits.find((one) => one.name === name)?.status;
  return { phone, statusOf };
}

const pressDone = (phone: Page): Promise<void> =>
  phone.locator(".view.shown").getByRole("button", { name: "Done", exact: true }).tap();

test("who signs out while reports wait is asked, and the phone keeps them until they are back", async ({
  page,
  openPage,
  signIn,
  signInByForm,
  browserErrors,
}) => {
  const { phone, statusOf } = await phoneOnRoute({ page, openPage, signIn, signInByForm, browserErrors }, "Left early");
  const context = phone.context();
  await context.route("**/driver/report/*", (route) => route.abort());
  await pressDone(phone);
  const sync = phone.locator("#sync");
  await expect(sync).toContainText("1 waiting to send");

  const home = await context.newPage();
  await home.goto("driver");
  const asked: string[] = [];
  home.once("dialog", (dialog) => {
    asked.push(dialog.message());
    void dialog.dismiss();
  });
  await home.getByRole("button", { name: "Sign out" }).click();
  // The page asks once it has read what waits.
  const question = "1 report is not sent yet. It stays on this phone until you sign in here again. Sign out?";
  await expect.poll(() => asked).toEqual([question]);
  await expect(home).toHaveURL(/\/driver$/);
  home.once("dialog", (dialog) => void dialog.accept());
  await home.getByRole("button", { name: "Sign out" }).click();
  await expect(home).toHaveURL(/\/login$/);
  // The page with the report stays, and says what is to be done.
  await expect(sync).toHaveText("Sign in to send 1");

  await context.unroute("**/driver/report/*");
  await signInByForm(home, "driver");
  await expect(home.locator("#sync")).toHaveText("All sent");
  await expect.poll(() => statusOf("Ash")).toBe(4);
});

test("a page that was refused the lock on sending once sends all the same when it is looked at again", async ({
  page,
  openPage,
  signIn,
  signInByForm,
  browserErrors,
}) => {
  browserErrors.allow(/InvalidStateError/);
  const fixtures = { page, openPage, signIn, signInByForm, browserErrors };
  const { phone, statusOf } = await phoneOnRoute(fixtures, "Put to sleep");
  // As a browser answers a page that it is about to freeze.
  const isRefused = await phone.evaluateHandle(() => {
    const refused = { yet: false };
    navigator.locks.request = () => {
      refused.yet = true;
      Reflect.deleteProperty(navigator.locks, "request");
      return Promise.reject(new Error("InvalidStateError"));
    };
    return refused;
  });
  await pressDone(phone);
  await expect.poll(() => isRefused.evaluate(({ yet }) => yet)).toBe(true);
  await expect(phone.locator("#sync")).toHaveText("1 waiting to send");
  await lookAt(phone);
  await expect(phone.locator("#sync")).toHaveText("All sent");
  expect(await statusOf("Ash")).toBe(4);
});

test("what waits on a shared phone is sent in nobody else's name", async ({
  page,
  openPage,
  signIn,
  signInByForm,
  browserErrors,
}) => {
  const { phone, statusOf } = await phoneOnRoute(
    { page, openPage, signIn, signInByForm, browserErrors },
    "Shared phone",
  );
  const context = phone.context();
  await context.route("**/driver/report/*", (route) => route.abort());
  await pressDone(phone);
  const sync = phone.locator("#sync");
  await expect(sync).toContainText("1 waiting to send");
  const home = await context.newPage();
  home.on("dialog", (dialog) => void dialog.accept());
  await home.goto("driver");
  await home.getByRole("button", { name: "Sign out" }).click();
  await expect(home).toHaveURL(/\/login$/);
  await expect(sync).toHaveText("Sign in to send 1");

  // Somebody else of the company, while the first page is still open.
  await signInByForm(home, "dispatcher");
  await context.unroute("**/driver/report/*");
  const answered = phone.waitForResponse(/\/driver\/report\//);
  await lookAt(phone);
  expect((await answered).status()).toBe(401);
  await expect(sync).toHaveText("Sign in to send 1");
  expect(await statusOf("Ash")).toBe(3);

  await context.clearCookies();
  await signInByForm(home, "driver");
  await lookAt(phone);
  await expect(sync).toHaveText("All sent");
  expect(await statusOf("Ash")).toBe(4);
});

test.describe("with a second tab", () => {
  let home: Page;
  let phone: Page;
  let statusOf: (name: string) => Promise<number | undefined>;

  /** The first tab can't send what is pressed in it. */
  test.beforeEach(async ({ page, openPage, signIn, signInByForm, browserErrors }, { title }) => {
    const fixtures = { page, openPage, signIn, signInByForm, browserErrors };
    ({ phone, statusOf } = await phoneOnRoute(fixtures, `Tab ${title.length}`));
    home = await phone.context().newPage();
    await untilListening(home, () => home.goto("driver"));
    await phone.route("**/driver/report/*", (route) => route.abort());
    const failed = phone.waitForEvent("requestfailed", (request) => request.url().includes("/driver/report/"));
    await pressDone(phone);
    await failed;
    await expect(phone.locator("#sync")).toContainText("1 waiting to send");
  });

  test("what a closed tab has left behind is sent by the one that is open", async () => {
    await phone.close();
    await lookAt(home);
    await expect.poll(() => statusOf("Ash")).toBe(4);
    await expect(home.locator("#sync")).toHaveText("All sent");
  });

  test("who signs out there is asked about what waits in the first", async () => {
    await home.route("**/driver/report/*", (route) => route.abort());
    const asked: string[] = [];
    home.once("dialog", (dialog) => {
      asked.push(dialog.message());
      void dialog.dismiss();
    });
    await home.getByRole("button", { name: "Sign out" }).click();
    await expect.poll(() => asked).toEqual([expect.stringContaining("1 report is not sent yet.")]);
    await expect(home).toHaveURL(/\/driver$/);
    home.once("dialog", (dialog) => void dialog.accept());
    await home.getByRole("button", { name: "Sign out" }).click();
    await expect(home).toHaveURL(/\/login$/);
  });
});

test(
  "a report from a page that is out of date is asked about, and counts once it is answered",
  { tag: "@screen" },
  async ({ page, openPage, signIn, browserErrors }) => {
    browserErrors.allow(/status of 409|ERR_FAILED|fetching the script/);
    await signIn(page, "dispatcher");
    const day = await prepareDay(page, {
      title: "Old news",
      visits: stops(["Ash", "Beech", "Cherry"]),
      vehicles: [{ Plate: "Old news 1" }],
    });
    const routeId = await day.route("Old news 1");
    await startRoute(page, day, routeId, DRIVER);
    const phone = await openPage(SIZES.phone);
    await signIn(phone, "driver");
    await phone.route("**/driver/events**", (route) => route.abort());
    await phone.goto(`driver/route/${routeId}`);
    const view = phone.locator(".view.shown");
    const done = view.getByRole("button", { name: "Done", exact: true });
    await expect(done).toBeEnabled();
    const statusOf = async (visitId: number) => (await day.state()).visits.find((one) => one.id === visitId)!.status;

    const [first, second] = (await day.state()).visits
      .filter((one) => one.routeId === routeId && one.type === "D")
      .sort((a, b) => a.label - b.label);
    const main = phone.locator("#main");
    const version = (await main.getAttribute("data-version"))!;
    const loads: string[] = [];
    phone.on("request", (request) => {
      if (request.url().endsWith(`/driver/route/${routeId}`)) loads.push(request.method());
    });
    await done.tap();
    await expect.poll(() => statusOf(first!.id)).toBe(4);
    await expect(phone.getByText("Stop 2 of 3")).toBeVisible();
    await expect(phone.locator("#sync")).toHaveText("All sent");
    // After each report the phone asks for the page as the server has it by then.
    await expect(main).not.toHaveAttribute("data-version", version);
    expect(loads).toEqual(["GET"]);
    // The dispatcher sends the vehicle back, and the phone doesn't know.
    await post(page, day.path, { intent: "visit.on_route", visitId: first!.id, confirmed: 1 });
    await expect(done).toBeEnabled();
    await done.tap();
    await expect(view.getByRole("heading", { name: "Please Confirm" })).toBeVisible();
    await expect(view).toContainText("This visit is not the next in the route.");
    expect(await statusOf(second!.id)).toBe(3);

    await expect(view.getByRole("button", { name: "Yes" })).toBeEnabled();
    await view.getByRole("button", { name: "Yes" }).tap();
    await expect.poll(() => statusOf(second!.id)).toBe(4);
    await expect(phone.locator("#sync")).toHaveText("All sent");
    await expect(phone.locator("#question")).toHaveCount(0);
  },
);
