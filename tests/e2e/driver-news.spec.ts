import type { Locator } from "@playwright/test";
import { changingBuild } from "../setup/changing-build";
import { weakLine } from "../setup/weak-line";
import { expect, test } from "./fixtures";
import { untilKept } from "./pages/kept-day";
import { SIZES } from "./pages/sizes";
import { untilListening, watchTaken, withDeadLine } from "./pages/taken";
import { confirmationTemplate, DRIVER, lookAt, onTheRoad, post, prepareDay, startRoute, stops } from "./prepare";

const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

test("a driver's phone hears of changes at once, and asks for what is missing where it can be seen", async ({
  page,
  openPage,
  signIn,
  browserErrors,
}) => {
  browserErrors.allow(/status of 404/);
  await signIn(page, "dispatcher");
  const day = await prepareDay(page, {
    title: "News",
    visits: stops(["Ash", "Beech", "Cherry"]),
    vehicles: [{ Plate: "News 1" }],
  });
  const routeId = await day.route("News 1");
  const [first, second, third] = await day.order("News 1");
  await post(page, day.path, {
    intent: "visit.update_fields",
    visitId: await day.visit(third!),
    deliveryNote: "Ring twice",
    confirmationTemplateId: await confirmationTemplate(page, "With a photo", { photo: "required" }),
  });
  await startRoute(page, day, routeId, DRIVER);

  const phone = await openPage(SIZES.phone);
  await signIn(phone, "driver");
  await phone.goto(`driver/route/${routeId}`);
  const shown = phone.locator(".view.shown");
  const statusOf = async (name: string) => (await day.state()).visits.find((one) => one.name === name)!.status;
  await expect(shown.getByRole("button", { name: "Done", exact: true })).toBeEnabled();
  await expect(shown).toHaveAttribute("data-name", first!);

  await test.step("a change is said, and a tap that was on its way doesn't count", async () => {
    // A thumb that comes down at the very moment at which another stop stands there.
    await phone.evaluate(() => {
      new MutationObserver((_, observer) => {
        if (!document.getElementById("news")) return;
        observer.disconnect();
        const form = document.querySelector<HTMLFormElement>(".view.shown form.if-next");
        form?.requestSubmit();
        document.querySelector<HTMLElement>(".view.shown summary")?.click();
        document.querySelector<HTMLElement>("#share")?.click();
      }).observe(document.body, { childList: true, subtree: true });
    });
    await post(page, day.path, { intent: "visit.done", visitId: await day.visit(first!), confirmed: 1 });
    await expect(phone.locator("#news")).toContainText(`Your route has changed: stop done: ${first}.`);
    await expect(shown).toHaveAttribute("data-name", second!);
    await expect(shown.getByRole("button", { name: "Done", exact: true })).toBeEnabled();
    await expect(phone.locator("#sync")).toHaveText("All sent");
    await expect(phone.locator("details[open]")).toHaveCount(0);
    await expect(phone.getByRole("button", { name: "Share where I am" })).toHaveAttribute("aria-pressed", "false");
    expect(await statusOf(second!)).toBe(3);
    await phone.locator("#news").getByRole("button", { name: "OK" }).tap();
    await expect(phone.locator("#news")).toHaveCount(0);
  });

  await test.step("a failed stop has pictures to choose from, and Other takes a note", async () => {
    await shown.getByText("Failed", { exact: true }).tap();
    await expect(shown.getByRole("button", { name: "Refused" })).toBeInViewport();
    expect(
      await shown
        .locator(".reason img")
        .evaluateAll((images) => images.every((one) => (one as HTMLImageElement).src.endsWith(".svg"))),
    ).toBe(true);
    await shown.getByText("Other", { exact: true }).tap();
    const failed = shown.getByRole("button", { name: "Mark as failed" });
    const edge = (of: Locator, side: "top" | "bottom") =>
      of.evaluate((one, name) => one.getBoundingClientRect()[name], side);
    await expect
      .poll(async () => (await edge(phone.locator(".tabs"), "top")) - (await edge(failed, "bottom")), "above the tabs")
      .toBeGreaterThanOrEqual(0);
    await shown.getByLabel("What happened?").fill("The gate is locked");
    await failed.tap();
    await expect.poll(() => statusOf(second!)).toBe(5);
    await page.goto(`planning/plan/failed/${day.planId}`);
    await expect(page.getByText("Other: The gate is locked").first()).toBeVisible();
  });

  await test.step("with a stop left the route isn't finished, and the list says why", async () => {
    await phone.getByRole("link", { name: "All stops" }).tap();
    await expect(shown.getByText("You can not finish route while there are unserved visits")).toBeVisible();
    await expect(shown.getByRole("link", { name: "Finish route" })).toBeHidden();
    await phone.getByRole("link", { name: "Now", exact: true }).tap();
  });

  await test.step("a missing photo is asked for at its field, and several can be taken in turn", async () => {
    await expect(shown).toHaveAttribute("data-name", third!);
    await expect(shown.getByText("Ring twice")).toBeVisible();
    await shown.getByRole("link", { name: "Done", exact: true }).tap();
    await expect(shown.locator(".given [data-hint]")).toHaveText("Required");
    await phone.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await shown.getByRole("button", { name: "Done", exact: true }).tap();
    await expect(shown.getByText("Photo is required")).toBeInViewport();
    for (const name of ["door.png", "parcel.png"]) {
      await shown.locator("input[capture]").setInputFiles({ name, mimeType: "image/png", buffer: PIXEL });
      await expect(shown.getByRole("img", { name })).toBeVisible();
    }
    await expect(shown.getByText("Photo is required")).toBeHidden();
    await expect(shown.locator(".thumbs img")).toHaveCount(2);
    const drawing = { name: "evil.svg", mimeType: "image/svg+xml", buffer: Buffer.from("<svg/>") };
    await shown.getByLabel("Choose from the phone").setInputFiles(drawing);
    await expect(shown.getByText('The file "evil.svg" has wrong format.')).toBeVisible();
    const more = ["third.png", "fourth.png"].map((name) => ({ name, mimeType: "image/png", buffer: PIXEL }));
    await shown.getByLabel("Choose from the phone").setInputFiles(more);
    await expect(shown.getByText("A visit can have 3 photos at most.")).toBeVisible();
    await expect(shown.locator(".thumbs img")).toHaveCount(3);
    await shown.getByRole("button", { name: "Remove photo 3" }).tap();
    await shown.getByRole("button", { name: "Remove photo 1" }).tap();
    await expect(shown.locator(".thumbs img")).toHaveCount(1);
    await shown.getByRole("button", { name: "Done", exact: true }).tap();
    await expect.poll(() => statusOf(third!)).toBe(4);
  });

  await test.step("the question before the end is seen whole", async () => {
    await expect(phone.locator("#sync")).toHaveText("All sent");
    await expect(shown.getByRole("heading", { name: "Nothing left to serve" })).toBeVisible();
    await phone.getByRole("link", { name: "All stops" }).tap();
    await expect(shown.getByText("You can not finish route")).toBeHidden();
    await shown.getByRole("link", { name: "Finish route" }).tap();
    await expect(shown.getByText("Are you sure you want to finish this route?")).toBeInViewport();
    await expect(shown.getByRole("link", { name: "Cancel" })).toBeInViewport();
    await shown.getByRole("button", { name: "Yes, finish" }).tap();
    await expect(phone.getByRole("heading", { name: "Route completed" })).toBeVisible();
    await expect.poll(async () => (await day.state()).routes[0]!.status).toBe(5);
  });

  await test.step("a route that is taken away is said to be gone", async () => {
    await post(page, day.path, { intent: "route.reset", routeId });
    await expect(phone.getByRole("heading", { name: "Route not found" })).toBeVisible();
  });
});

test("on a slow line an open page waits for the newer one, and who opens it sees the one on the phone", async ({
  page,
  openPage,
  signIn,
  platform,
  browserErrors,
}) => {
  browserErrors.allow(/ERR_|fetching the script/);
  const line = await changingBuild(platform.url);
  await signIn(page, "dispatcher");
  const { day, routeId } = await onTheRoad(page, "Slow line", ["Ash", "Beech"]);
  const visitId = await day.visit("Beech");
  const phone = await openPage({ ...SIZES.phone, baseURL: line.url });
  await signIn(phone, "driver");
  await phone.goto(`driver/route/${routeId}`);
  await untilKept(phone, routeId);
  await phone.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const sync = phone.locator("#sync");
  let pass = (): void => undefined;
  const holdPages = () => line.holdPages(new Promise((resolve) => (pass = resolve)));

  holdPages();
  const asked = phone.waitForRequest((request) => request.url().endsWith(`/driver/route/${routeId}`));
  await post(page, day.path, { intent: "visit.update_fields", visitId, deliveryNote: "Mind the dog" });
  await asked;
  // More than the four seconds after which a page that is opened is shown as the phone has it.
  await phone.waitForTimeout(5_000);
  await expect(sync).toHaveText("All sent");
  pass();
  await expect(phone.locator("#news")).toContainText("Your route has changed: stop changed: Beech.");
  await expect(phone.locator(`#stop-${visitId}`)).toContainText("Mind the dog");

  holdPages();
  await phone.reload();
  await expect(sync).toHaveText("You are offline");
  await expect(phone.locator(".progress")).toHaveText("Stop 1 of 2");
  pass();
  await expect(sync).toHaveText("All sent");
  await line.close();
});

test("a page that a newer one has overtaken on its way changes nothing", async ({ page, openPage, signIn }) => {
  await signIn(page, "dispatcher");
  const { day, routeId } = await onTheRoad(page, "Overtaken", ["Ash", "Beech"]);
  const visitId = await day.visit("Beech");
  const phone = await openPage({ ...SIZES.phone, serviceWorkers: "block" });
  const taken = await watchTaken(phone);
  await signIn(phone, "driver");
  await phone.goto(`driver/route/${routeId}`);
  await expect.poll(taken.versions).toBe(1);

  let pass = (): void => undefined;
  const held = new Promise<void>((resolve) => (pass = resolve));
  let isFirst = true;
  const answered = new Promise<void>((resolve) => {
    void phone.route(`**/driver/route/${routeId}`, async (route) => {
      if (!isFirst) return route.continue();
      isFirst = false;
      const response = await route.fetch();
      resolve();
      await held;
      return route.fulfill({ response });
    });
  });
  await lookAt(phone);
  await answered;
  await post(page, day.path, { intent: "visit.update_fields", visitId, deliveryNote: "Mind the dog" });
  const stop = phone.locator(`#stop-${visitId}`);
  await expect(stop).toContainText("Mind the dog");
  const before = await taken.pages();
  pass();
  await expect.poll(taken.pages).toBeGreaterThan(before);
  await expect(stop).toContainText("Mind the dog");
  await expect(phone.locator("#news")).toContainText("stop changed: Beech.");
});

test("the list of routes is loaded once more for each change of it, and not when nothing has changed", async ({
  page,
  openPage,
  signIn,
}) => {
  await signIn(page, "dispatcher");
  const { day, routeId } = await onTheRoad(page, "Listed", ["Ash", "Beech"]);
  const phone = await openPage({ ...SIZES.phone, serviceWorkers: "block" });
  const taken = await watchTaken(phone);
  await signIn(phone, "driver");
  await phone.goto("driver");
  await expect.poll(taken.versions).toBe(1);
  await post(page, day.path, { intent: "visit.done", visitId: await day.visit("Ash"), confirmed: 1 });
  await expect(phone.locator(`a[href$="/driver/route/${routeId}"]`)).toContainText("1 of 2 stops served");
  // The first version is that of the page.
  await expect.poll(async () => (await taken.versions()) - (await taken.pages())).toBe(1);
});

test("a page that listens is loaded for what it hears alone, and once more after its line was cut", async ({
  page,
  openPage,
  signIn,
  platform,
  browserErrors,
}) => {
  browserErrors.allow(/ERR_|status of 50\d/);
  const line = await weakLine(platform.url);
  await signIn(page, "dispatcher");
  const { day, routeId } = await onTheRoad(page, "Hears", ["Ash", "Beech"]);
  const phone = await openPage({ ...SIZES.phone, baseURL: line.url, serviceWorkers: "block" });
  const taken = await watchTaken(phone);
  await signIn(phone, "driver");
  await phone.clock.install();
  await phone.goto(`driver/route/${routeId}`);
  await expect.poll(taken.versions).toBe(1);
  await phone.clock.fastForward(600_000);
  await post(page, day.path, { intent: "visit.done", visitId: await day.visit("Ash"), confirmed: 1 });
  await expect(phone.locator(".progress")).toHaveText("Stop 2 of 2");
  expect(await taken.pages()).toBe(1);

  line.cut();
  line.restore();
  await expect.poll(taken.pages).toBe(2);
  await line.close();
});

test("a page whose line brings nothing is loaded again every minute", async ({ page, openPage, signIn }) => {
  await signIn(page, "dispatcher");
  const { day, routeId } = await onTheRoad(page, "Dead line", ["Ash", "Beech"]);
  const phone = await openPage({ ...SIZES.phone, serviceWorkers: "block" });
  await withDeadLine(phone);
  const taken = await watchTaken(phone);
  await signIn(phone, "driver");
  await phone.clock.install();
  await phone.goto(`driver/route/${routeId}`);
  await expect(phone.locator(".progress")).toHaveText("Stop 1 of 2");
  await post(page, day.path, { intent: "visit.done", visitId: await day.visit("Ash"), confirmed: 1 });
  await phone.clock.fastForward(61_000);
  await expect(phone.locator(".progress")).toHaveText("Stop 2 of 2");
  expect(await taken.pages()).toBe(1);
});

test("a page that is as it was stays as it is, but for what the phone has shown and the server refused", async ({
  page,
  openPage,
  signIn,
  browserErrors,
}) => {
  browserErrors.allow(/status of (409|500)/);
  await signIn(page, "dispatcher");
  const { routeId } = await onTheRoad(page, "As it was", ["Ash", "Beech"]);
  const phone = await openPage({ ...SIZES.phone, serviceWorkers: "block" });
  const taken = await watchTaken(phone);
  await signIn(phone, "driver");
  await phone.goto(`driver/route/${routeId}#list`);
  await expect.poll(taken.versions).toBe(1);
  const main = phone.locator("#main");
  const done = phone.locator(".view.shown").getByRole("button", { name: "Done", exact: true });
  const [version, made] = [await main.getAttribute("data-version"), Number(await main.getAttribute("data-made"))];

  await test.step("who is at a place of it stays there", async () => {
    const link = phone.locator("#list [data-row] a").last();
    await link.focus();
    await lookAt(phone);
    await expect.poll(taken.pages).toBe(1);
    await expect(link).toBeFocused();
    expect(Number(await main.getAttribute("data-made"))).toBeGreaterThan(made);
  });

  await test.step("what was refused is taken back", async () => {
    await phone.route("**/driver/report/*", (route) =>
      route.fulfill({ status: 409, json: { kind: "refused", message: "Not today." } }),
    );
    await phone.getByRole("link", { name: "Now" }).tap();
    await expect(done).toBeEnabled();
    await done.tap();
    await expect(phone.locator("#refused")).toContainText("Not today.");
    await expect(phone.locator(".progress")).toHaveText("Stop 1 of 2");
    await expect(phone.locator('[data-row][data-state="left"]')).toHaveCount(2);
    expect(await main.getAttribute("data-version")).toBe(version);
  });

  await test.step("what waits is shown, though another tab was told of it", async () => {
    await phone.unroute("**/driver/report/*");
    // After some of these answers it no longer holds the others up, nor the page.
    await phone.context().route("**/driver/report/*", (route) => route.fulfill({ status: 500 }));
    const other = await phone.context().newPage();
    await untilListening(other, () => other.goto(`driver/route/${routeId}#list`));
    await expect(done).toBeEnabled();
    await done.tap();
    await expect(phone.locator(".progress")).toHaveText("Stop 2 of 2");
    await expect(async () => {
      await lookAt(other);
      await expect(other.locator('[data-row] [data-past]:text-is("waiting to send")')).toHaveCount(1, { timeout: 500 });
    }).toPass();
    expect(await other.locator("#main").getAttribute("data-version")).toBe(version);
  });
});
