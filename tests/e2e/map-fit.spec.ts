import { expect, test } from "./fixtures";
import { PlanPage } from "./pages/plan-page";
import { SIZES } from "./pages/sizes";
import { post, prepareDay, stops } from "./prepare";

/** px between two visits on the map */
async function gap(plan: PlanPage, one: string, other: string): Promise<number> {
  const a = await plan.placeOnMap(one);
  const b = await plan.placeOnMap(other);
  return Math.hypot(a.x - b.x, a.y - b.y);
}

test("a stop 600 km away doesn't hide the day: the map says so, and shows everything when asked", async ({
  page,
  signIn,
}) => {
  await signIn(page, "dispatcher");
  const names = ["Ash", "Beech", "Cherry", "Damson", "Elm", "Fir"];
  const lost = { Name: "Lost", Address: "Hafen, Hamburg", Latitude: 53.55, Longitude: 9.99 };
  const day = await prepareDay(page, {
    title: "Far day",
    visits: [...stops(names), lost],
    vehicles: [{ Plate: "Far 1" }],
    calculate: false,
  });
  const plan = new PlanPage(page, "desktop");
  await page.goto(day.path);
  const word = page.getByRole("status").filter({ hasText: "1 stop far outside the view" });
  await expect(word).toBeVisible();
  expect(await gap(plan, "Ash", "Damson")).toBeGreaterThan(200);

  await word.getByRole("button", { name: "Show all" }).press("Enter");
  await expect(page.getByText("far outside the view")).toHaveCount(0);
  await expect(plan.map).toBeFocused();
  // From where the map was, the lost one is far away, too: what is near tells when it has arrived.
  await expect.poll(() => gap(plan, "Ash", "Damson")).toBeLessThan(10);
  expect(await gap(plan, "Ash", "Lost")).toBeGreaterThan(200);
});

test("a route that is chosen fills the map; Esc or choosing it again leads back, unless the map was moved", async ({
  page,
  signIn,
}) => {
  await signIn(page, "dispatcher");
  const [near, far] = [
    ["Alder", "Birch", "Cedar"],
    ["Dogwood", "Elder", "Fig"],
  ] as const;
  // 45 km in the north, so that the route there and back is as long as the whole day.
  const north = stops(far).map((visit) => ({ ...visit, Latitude: Number(visit.Latitude) + 0.4 }));
  const day = await prepareDay(page, {
    title: "Near and far",
    visits: [...stops(near), ...north],
    vehicles: [{ Plate: "Near 1" }, { Plate: "Far 1" }],
    calculate: false,
  });
  for (const [plate, names] of [
    ["Near 1", near],
    ["Far 1", far],
  ] as const)
    await post(page, day.path, {
      intent: "visits.move",
      visitIds: (await Promise.all(names.map((name) => day.visit(name)))).join(","),
      toRouteId: await day.route(plate),
    });
  const plan = new PlanPage(page, "desktop");
  await page.goto(day.path);
  await plan.unfold("Near 1");
  await plan.unfold("Far 1");
  const width = () => gap(plan, "Alder", "Birch");
  const wide = await width();
  const whole = await gap(plan, "Alder", "Fig");
  const ends = async () => [await plan.placeOnMap("Alder"), await plan.placeOnMap("Fig")];
  const atFirst = await ends();
  const isDay = () => expect.poll(ends).toEqual(atFirst);
  const isNear = () => expect.poll(width).toBeGreaterThan(wide * 5);

  await test.step("from the list, and back with Esc", async () => {
    await plan.route("Near 1").click();
    await isNear();
    await page.keyboard.press("Escape");
    await isDay();
    await expect(plan.route("Near 1")).toHaveAttribute("aria-selected", "false");
  });

  await test.step("from the timeline, and back by choosing it again", async () => {
    const name = page.getByRole("button", { name: /^Near 1( ·|$)/ });
    await name.click();
    await isNear();
    await name.click();
    await isDay();
  });

  await test.step("a route that fills the map already moves nothing", async () => {
    await plan.route("Far 1").click();
    await expect(plan.route("Far 1")).toHaveAttribute("aria-selected", "true");
    // The timeline has lanes for a chosen route, and the map a little less height: as large as before, not as high.
    expect(await gap(plan, "Alder", "Fig")).toBeCloseTo(whole, 1);
    await page.keyboard.press("Escape");
  });

  await test.step("what the user moved meanwhile stays", async () => {
    await plan.route("Near 1").press("Enter");
    await isNear();
    const full = await width();
    await page.getByRole("button", { name: "Zoom out" }).click();
    const isHalf = () => expect.poll(async () => Math.abs((await width()) - full / 2)).toBeLessThan(1);
    await isHalf();
    await plan.route("Near 1").press("Enter");
    await expect(plan.route("Near 1")).toHaveAttribute("aria-selected", "false");
    await isHalf();
  });
});

test("no stop lies under the map's controls, as large as fingers need them", async ({ openPage, signIn }) => {
  const page = await openPage({ ...SIZES.tablet, hasTouch: true, isMobile: true });
  await signIn(page, "dispatcher");
  // From west to east, with the depot between them: as wide as the map.
  const [west, east] = [9.43, 9.63];
  const places = [west, east].map((Longitude) => ({ Latitude: 47.14, Longitude }));
  const visits = stops(["West", "East"]).map((visit, index) => ({ ...visit, ...places[index] }));
  const day = await prepareDay(page, { title: "Wide day", visits, vehicles: [{ Plate: "Wide 1" }], calculate: false });
  const plan = new PlanPage(page, "tablet");
  await page.goto(day.path);
  const controls = (await page.getByRole("button", { name: "Zoom in" }).boundingBox())!;
  // Half of a marker.
  expect((await plan.placeOnMap("West")).x - 10).toBeGreaterThan(controls.x + controls.width);
});
