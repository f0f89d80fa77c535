import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { SIZES } from "./pages/sizes";
import { untilListening, watchTaken } from "./pages/taken";
import { DRIVER, lookAt, onTheRoad, post, prepareDay, stops, withholdScripts } from "./prepare";

const doneOn = (phone: Page): Locator =>
  phone.locator(".view.shown").getByRole("button", { name: "Done", exact: true });

test("nothing that can be pressed moves when the script of a route's page takes over", async ({
  page,
  openPage,
  signIn,
}) => {
  await signIn(page, "dispatcher");
  const { routeId } = await onTheRoad(page, "Steady", ["Elm", "Fir"]);
  const phone = await openPage(SIZES.phone);
  await signIn(phone, "driver");
  const release = await withholdScripts(phone);
  await phone.goto(`driver/route/${routeId}`, { waitUntil: "commit" });

  const stop = phone.locator(".default > .view");
  const tabs = phone.getByRole("navigation", { name: "Route" });
  const pressed = [
    stop.getByRole("link", { name: "Navigate", exact: true }),
    stop.getByRole("button", { name: "Done", exact: true }),
    stop.locator("summary").filter({ hasText: "Failed" }),
    stop.locator("summary").filter({ hasText: "More" }),
    tabs.getByRole("link", { name: "Now" }),
    tabs.getByRole("link", { name: "All stops" }),
  ];
  const places = () => Promise.all(pressed.map((one) => one.boundingBox()));
  await expect(pressed.at(-1)!).toBeVisible();
  await expect(phone.locator("#awake")).toBeHidden();
  const before = await places();
  expect(before).not.toContain(null);

  await untilListening(phone, () => Promise.resolve(release()));
  await expect(phone.locator("#awake")).toBeVisible();
  await expect(phone.locator("#share")).toBeVisible();
  await expect(tabs.getByRole("link", { name: "Map" })).toBeVisible();
  expect(await places()).toEqual(before);
});

/** Writes the names on these nodes, which no page of the server has. */
const mark = (phone: Page, nodes: Record<string, string>): Promise<void> =>
  phone.evaluate((selectors) => {
    for (const [name, selector] of Object.entries(selectors))
      Object.assign(document.querySelector(selector)!, { marked: name });
  }, nodes);

/** Those of them that still stand on the page. */
const marked = (phone: Page): Promise<string[]> =>
  phone.evaluate(() =>
    Array.from(document.querySelectorAll("#main *"), (node) => (node as { marked?: string }).marked)
      .filter((name): name is string => name !== undefined)
      .sort(),
  );

test("a newer page leaves what it has in common with the shown one, and is loaded once after a report", async ({
  page,
  openPage,
  signIn,
}) => {
  await signIn(page, "dispatcher");
  const { day, routeId } = await onTheRoad(page, "Common", ["Elm", "Fir", "Oak"]);
  const ids = new Map((await day.state()).visits.map(({ name, id }) => [name, id]));
  const [first, second, third] = (await day.order("Common 1")).map((name) => ids.get(name)!) as [
    number,
    number,
    number,
  ];
  const phone = await openPage(SIZES.phone);
  const taken = await watchTaken(phone);
  await signIn(phone, "driver");
  await untilListening(phone, () => phone.goto(`driver/route/${routeId}`));
  await mark(phone, {
    "the first stop": `#stop-${first}`,
    "the third stop": `#stop-${third}`,
    "its buttons": `#stop-${third} .actions`,
    "its row": `[data-row="${third}"]`,
  });
  const told = await taken.versions();
  await doneOn(phone).tap();
  await expect(phone.locator(`#stop-${second}`)).toBeVisible();
  await expect(phone.locator("#sync")).toHaveText("All sent");
  await expect.poll(taken.pages).toBeGreaterThanOrEqual(1);
  await expect.poll(taken.versions).toBeGreaterThan(told);
  await expect(phone.locator(`[data-row="${first}"] [data-past]`)).toHaveText(/^\d\d:\d\d/);
  expect(await marked(phone)).toEqual(["its buttons", "its row", "the third stop"]);
  // Who reads the screen aloud goes on at the stop that came next.
  expect(await phone.evaluate(() => document.activeElement?.id)).toBe(`stop-${second}`);
  // Its list has the stops in their order, each once.
  const rows = await phone.locator("[data-row]").evaluateAll((all) => all.map((one) => one.getAttribute("data-row")));
  expect(rows).toEqual([first, second, third].map(String));
  expect(await phone.locator(".stop").evaluateAll((all) => all.map((one) => one.id).sort())).toEqual(
    [first, second, third].map((id) => `stop-${id}`).sort(),
  );
  expect(await taken.pages()).toBe(1);
});

test("once a route is started its first stop is seen, where the newer page has it", async ({
  page,
  openPage,
  signIn,
}) => {
  await signIn(page, "dispatcher");
  const visits = stops(["Elm", "Fir"]);
  const day = await prepareDay(page, { title: "Begins", visits, vehicles: [{ Plate: "Begins 1" }] });
  const routeId = await day.route("Begins 1");
  const { choices } = await day.state();
  const driverId = choices.drivers.find(({ name }) => name === DRIVER)!.id;
  await post(page, day.path, { intent: "route.change", routeId, driverId });
  await post(page, day.path, { intent: "route.approve", routeId });
  const phone = await openPage(SIZES.phone);
  const taken = await watchTaken(phone);
  await signIn(phone, "driver");
  await untilListening(phone, () => phone.goto(`driver/route/${routeId}`));
  await phone.locator("#start").getByRole("link", { name: "Start route" }).tap();
  await phone.getByRole("button", { name: "Yes, start" }).tap();
  await expect.poll(taken.pages).toBeGreaterThanOrEqual(1);
  await expect(phone.locator(".default .view.shown")).toHaveCount(1);
  await expect(doneOn(phone)).toBeVisible();
});

test("a page of one driver takes nothing of another one who has signed in on the phone since", async ({
  page,
  openPage,
  signIn,
}) => {
  await signIn(page, "dispatcher");
  await onTheRoad(page, "Shared phone", ["Elm"]);
  const phone = await openPage(SIZES.phone);
  await signIn(phone, "driver");
  await untilListening(phone, () => phone.goto("driver"));
  await expect(phone.getByText("Shared phone 1")).toBeVisible();
  await signIn(phone, "dispatcher");
  await lookAt(phone);
  const sync = phone.locator("#sync");
  await expect(sync).toHaveText("You are signed out. Sign in");
  await expect(phone.getByText("Shared phone 1")).toBeVisible();
  await expect(phone.getByText("Drew Driver")).toBeVisible();

  await signIn(phone, "driver");
  await lookAt(phone);
  await expect(sync).toHaveText("All sent");
});
