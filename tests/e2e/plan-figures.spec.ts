import { pause } from "~/lib/pause";
import { expect, test } from "./fixtures";
import { PlanPage } from "./pages/plan-page";
import { DRIVER, post, prepareDay, startRoute, stops } from "./prepare";

const NAMES = ["Ash", "Beech", "Cherry", "Damson"];

test("figures lead to what they count, the search to orders; head, list and timeline always agree", async ({
  page,
  signIn,
}) => {
  await signIn(page, "dispatcher");
  const all = stops(NAMES).map((visit, index) => ({
    ...visit,
    "External id": `ORD-47${index}`,
    "Start time": "09:30",
    "End time": "17:00",
  }));
  // Nobody knows where the fourth one is.
  const visits = [...all.slice(0, 3), { Name: "Damson", "External id": "ORD-473" }];
  const day = await prepareDay(page, {
    title: "Figures",
    visits,
    vehicles: [{ Plate: "Figure 1", "Work hour start": "08:00" }, { Plate: "Figure 2" }],
    calculate: false,
  });
  const plan = new PlanPage(page, "desktop");
  const ids = await Promise.all(NAMES.slice(0, 3).map((name) => day.visit(name)));
  await post(page, day.path, {
    intent: "visits.move",
    visitIds: ids.join(","),
    toRouteId: await day.route("Figure 1"),
  });
  await page.goto(day.path);
  const figure = (text: string) => page.locator("header a[data-figure]").filter({ hasText: text });

  await test.step("names in the sidebar, and the times called estimates", async () => {
    const label = page.getByRole("navigation", { name: "Main" }).getByText("Tracking");
    expect(
      await label.evaluate((element) => [getComputedStyle(element).opacity, getComputedStyle(element).position]),
    ).toEqual(["1", "static"]);
    await expect(page.getByText("Times are estimates along straight lines")).toBeVisible();
  });

  await test.step("the visit without a place is one click away, with the reason", async () => {
    await figure("1 without a place").click();
    await expect(page.getByText("1 visit without a place")).toBeVisible();
    await expect.poll(() => plan.shown()).toEqual(["Damson"]);
    await expect(plan.visit("Damson")).toContainText("Set the place on the map");
    await page.getByRole("link", { name: "Show all" }).click();
    await figure("3/4 scheduled").click();
    await expect.poll(async () => (await plan.shown()).sort()).toEqual(NAMES.slice(0, 3));
    await figure("3/4 scheduled").click();
    await expect(page.getByRole("link", { name: "Show all" })).toHaveCount(0);
  });

  await test.step("an order number is found in the plan, and from anywhere", async () => {
    const find = page.getByRole("searchbox", { name: "Find a visit" });
    await expect(find).toHaveAttribute("placeholder", "Search");
    await expect(find).toHaveAttribute("maxlength", "255");
    await find.fill("ord-471");
    await expect.poll(() => plan.shown()).toEqual(["Beech"]);
    await expect(plan.visit("Beech")).toContainText("ORD-471");
    await find.fill("");
    await page.goto("company/general");
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: /visit, page/ }).fill("ORD-472");
    await expect(page.getByRole("option", { name: /Visit Cherry/ })).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("complementary")).toContainText("Order ORD-472");
    await plan.closePanel();
  });

  await test.step("an opened route shows its stops' time windows, and the list the timeline's times", async () => {
    await plan.route("Figure 1").getByText("Figure 1").click();
    const windows = page.getByRole("list", { name: "Figure 1: time windows" }).getByRole("listitem");
    await expect(windows).toHaveCount(3);
    const first = (await windows.first().textContent())!;
    expect(first).toMatch(/^1 .*: window 09:30–17:00, begin \d\d:\d\d$/);
    const begin = /begin (\d\d:\d\d)/.exec(first)![1]!;
    const row = plan.visit((await day.order("Figure 1"))[0]!);
    await expect(row).toContainText(new RegExp(`begin ${begin}|ETA ${begin}`));
  });

  await test.step("while a move is on its way, the head counts what the list shows", async () => {
    await page.route(/planning\/plan\/\d+\?/, async (route) => {
      await pause(700);
      await route.continue().catch(() => undefined);
    });
    await page.evaluate(() => {
      const seen: string[] = [];
      const look = () => {
        const rows = [...document.querySelectorAll("[role=treegrid] [role=row]")];
        const head = rows.findIndex(
          (row) => row.getAttribute("aria-level") === "1" && row.textContent?.includes("Figure 1"),
        );
        const stop = (row: Element | undefined) => row?.getAttribute("aria-level") === "2";
        let count = 0;
        for (let at = head + 1; stop(rows[at]); at++) if (rows[at]?.querySelector("a") !== null) count++;
        const pair = `${/(\d+) visits?/.exec(rows[head]?.textContent ?? "")?.[1]} in the head, ${count} in the list`;
        if (seen.at(-1) !== pair) seen.push(pair);
        requestAnimationFrame(look);
      };
      look();
      (window as Window & { pairs?: string[] }).pairs = seen;
    });
    await plan.visit("Ash").focus();
    await page.keyboard.press("Alt+ArrowRight");
    await expect(page.getByRole("status").filter({ hasText: "Ash moved to Figure 2, at the end." })).toBeAttached();
    await expect.poll(() => day.order("Figure 2")).toEqual(["Ash"]);
    expect(await page.evaluate(() => (window as Window & { pairs?: string[] }).pairs)).toEqual([
      "3 in the head, 3 in the list",
      "2 in the head, 2 in the list",
    ]);
  });
});

test("figures and buttons never cover each other, and vehicles keep their names, however narrow the window is", async ({
  page,
  signIn,
}) => {
  await signIn(page, "dispatcher");
  const day = await prepareDay(page, {
    title: "Narrow",
    visits: stops(NAMES, { "Package load": 150, "Package volume": 2 }),
    vehicles: [{ Plate: "Lorry 1", "Max load": 2400, "Max volume": 24, "Cost per hour": 30 }],
  });
  await page.goto(day.path);
  /** Pairs of a figure and a button of the header that lie on each other. */
  const covered = () =>
    page.locator("header").evaluateAll((headers) => {
      const header = headers.find((one) => one.querySelector("[data-figure]"))!;
      const boxes = (selector: string) =>
        [...header.querySelectorAll(selector)].map((one) => [one.textContent, one.getBoundingClientRect()] as const);
      const figures = boxes("[data-figure]");
      // Which line a figure stands in depends on the others: it may come to lie beside any button beside them.
      const [top, bottom] = [Math.min(...figures.map(([, a]) => a.top)), Math.max(...figures.map(([, a]) => a.bottom))];
      return figures.flatMap(([figure, a]) =>
        boxes("button, a:not([data-figure])")
          .filter(([, b]) => a.left < b.right && b.left < a.right && top < b.bottom && b.top < bottom)
          .map(([button]) => `${figure} under ${button}`),
      );
    });
  for (const width of [500, 640, 720, 820, 1000]) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(covered, `at ${width}`).toEqual([]);
    const name = page.getByRole("link", { name: /Lorry 1/ }).first();
    expect((await name.boundingBox())?.width, `the vehicle's name at ${width}`).toBeGreaterThan(48);
  }
});

test("the line of the present and the hour in words go on by themselves, over midnight too", async ({
  page,
  signIn,
}) => {
  await signIn(page, "dispatcher");
  const day = await prepareDay(page, {
    title: "The hour",
    visits: stops(["Ash"]),
    vehicles: [{ Plate: "Hour 1", "Work hour start": "08:00", "Work hour end": "18:00" }],
  });
  const { midnight, nowSec } = (await day.state()).plan as unknown as { midnight: number; nowSec: number };
  const line = page.locator("[data-timeline] [data-now]");
  const left = async () => (await line.boundingBox())!.x;
  await page.clock.install();
  // The server's clock stays where it is: a page that is connected anew, or loads itself on another day, would have
  // that one's hour.
  await page.routeWebSocket(/socket\.io/, () => undefined);
  await page.route(
    (url) => url.searchParams.has("_data"),
    () => undefined,
  );
  for (const path of [day.path, `planning/route/${await day.route("Hour 1")}`]) {
    // The timeline is there when the scripts are; the page's own marks of that stand still with its clock.
    await page.goto(path, { waitUntil: "commit" });
    await expect(page.locator("[data-timeline]")).toBeVisible();
    // The day is tomorrow's.
    await expect(line).toHaveCount(0);
    await page.clock.fastForward((midnight + 9 * 3600 - nowSec) * 1000);
    await expect(line).toBeVisible();
    const before = await left();
    const isPlan = path === day.path;
    if (isPlan) await expect(page.getByText(/It is 09:0\d now/)).toBeVisible();
    // The machine sleeps: its clock goes on, and nothing else does.
    await page.clock.setSystemTime((await page.evaluate(() => Date.now())) + 3_600_000);
    await page.clock.fastForward("01:00");
    await expect.poll(left).toBeGreaterThan(before + 5);
    if (isPlan) await expect(page.getByText(/It is 10:0\d now/)).toBeVisible();
  }
});

test("rows say what is late once, keep names from their beginning, and keep their room in a low window", async ({
  page,
  signIn,
}) => {
  await signIn(page, "dispatcher");
  const arabic = "شركة التوصيل السريع للأدوية والمستلزمات الطبية";
  const day = await prepareDay(page, {
    title: "Late rows",
    visits: stops(["Ash", "Beech", "Cherry", "Damson", "Elder", arabic], {
      "Start time": "01:00",
      "End time": "01:30",
    }),
    vehicles: [{ Plate: "Sprinter 2101", "Work hour start": "08:00" }],
    calculate: false,
  });
  const ids = await Promise.all(["Ash", "Beech", "Cherry", "Damson", "Elder", arabic].map((name) => day.visit(name)));
  const routeId = await day.route("Sprinter 2101");
  await post(page, day.path, { intent: "visits.move", visitIds: ids.join(","), toRouteId: routeId });
  await startRoute(page, day, routeId, DRIVER);
  await page.goto(day.path);
  const plan = new PlanPage(page, "desktop");
  await plan.unfold("Sprinter 2101");

  await test.step("the delay stands beside the name and not under it too", async () => {
    await expect(plan.visit("Beech")).toContainText(/\+\d+ h/);
    await expect(plan.visit("Beech")).not.toContainText("Late by");
  });

  await test.step("a route on the road with warnings shows its driver and how long it takes", async () => {
    const route = plan.route("Sprinter 2101");
    await expect(plan.warnings("Sprinter 2101")).toBeVisible();
    const title = route.getByRole("link", { name: `Sprinter 2101 · ${DRIVER}` });
    expect(await title.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
    const lasts = route.getByText(/^(\d+ h( \d+ min)?|\d+ min)$/);
    const cut = await lasts.evaluate(
      (one) => one.getBoundingClientRect().bottom - one.parentElement!.getBoundingClientRect().bottom,
    );
    expect(cut).toBeLessThanOrEqual(1);
  });

  await test.step("an Arabic name is cut where it ends", async () => {
    const sides = await plan
      .visit(arabic)
      .getByRole("link", { name: arabic })
      .evaluate((name) => {
        const first = document.createRange();
        first.setStart(name.firstChild!, 0);
        first.setEnd(name.firstChild!, 1);
        const [letter, box] = [first.getBoundingClientRect(), name.getBoundingClientRect()];
        return { isCut: name.scrollWidth > name.clientWidth, over: Math.round(letter.right - box.right) };
      });
    expect(sides).toEqual({ isCut: true, over: 0 });
  });

  await test.step("Back undoes what a figure shows", async () => {
    await page.locator("header a[data-figure=late]").click();
    await expect(page.getByText("6 visits late")).toBeVisible();
    await page.goBack();
    await expect(page.getByText("6 visits late")).toHaveCount(0);
    expect(new URL(page.url()).pathname).toContain(day.path);
  });

  await test.step("where routes end is told until somebody has read it", async () => {
    await page.getByRole("button", { name: "Hide where routes end" }).click();
    await expect(page.getByText("Routes end at")).toHaveCount(0);
    await page.reload();
    await expect(plan.visit("Ash")).toBeVisible();
    await expect(page.getByText("Routes end at")).toHaveCount(0);
  });

  await test.step("at 200 % zoom the header scrolls away, and the list has the window's height", async () => {
    await page.setViewportSize({ width: 720, height: 450 });
    await plan.visit("Cherry").scrollIntoViewIfNeeded();
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    const rows = await plan.tree.evaluate((tree) => {
      const box = tree.getBoundingClientRect();
      return Math.floor((Math.min(box.bottom, innerHeight) - Math.max(box.top, 0)) / 44);
    });
    expect(rows).toBeGreaterThanOrEqual(5);
  });
});
