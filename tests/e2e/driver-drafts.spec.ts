import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { SIZES } from "./pages/sizes";
import { keptParts, untilKept } from "./pages/kept-day";
import { confirmationTemplate, DRIVER, post, prepareDay, startRoute, stops } from "./prepare";

test("what is filled in for a stop outlives its tab and newer pages, until it is reported", async ({
  page,
  openPage,
  signIn,
}) => {
  await signIn(page, "dispatcher");
  const day = await prepareDay(page, {
    title: "Short memory",
    visits: stops(["Larch", "Maple"]),
    vehicles: [{ Plate: "Memory 1" }],
  });
  const routeId = await day.route("Memory 1");
  const [larch, maple] = [await day.visit("Larch"), await day.visit("Maple")];
  await post(page, day.path, {
    intent: "visit.update_fields",
    visitId: larch,
    confirmationTemplateId: await confirmationTemplate(page, "All of it", { photo: "required", signature: "required" }),
  });
  await startRoute(page, day, routeId, DRIVER);
  const phone = await openPage(SIZES.phone);
  await signIn(phone, "driver");
  await phone.goto(`driver/route/${routeId}#proof-${larch}`);

  const isThere = async (on: Page) => {
    const form = on.locator(`#proof-${larch} form`);
    await expect(form.getByLabel("Note")).toHaveValue("At the back door");
    await expect(form.getByLabel("Name", { exact: true })).toHaveValue("Anna Beck");
    await expect(form.locator('[data-kind="photo"] [data-hint]')).toHaveText("✓ 1");
    await expect(form.locator("[data-new] img")).toHaveCount(1);
    await expect(form.locator('[data-kind="signature"] [data-hint]')).toHaveText("✓ 1");
    const inked = await form.locator("canvas").evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
      return data.filter((value, index) => index % 4 === 0 && value < 100).length;
    });
    expect(inked, "pixels of ink").toBeGreaterThan(100);
    await expect(on.locator(`#stop-${maple} textarea[name=failNote]`)).toHaveValue("Nobody there since Monday");
  };
  const again = await test.step("its tab ends while the camera is open", async () => {
    const shown = phone.locator(".view.shown");
    await shown.getByLabel("Note").fill("At the back door");
    await shown.getByLabel("Name", { exact: true }).fill("Anna Beck");
    await shown.locator("input[data-stored]").setInputFiles("tests/fixtures/pictures/door.jpg");
    await shown.getByRole("button", { name: "Write the name" }).tap();
    await phone.locator(`#stop-${maple} textarea[name=failNote]`).evaluate((field: HTMLTextAreaElement) => {
      field.value = "Nobody there since Monday";
      field.dispatchEvent(new Event("input", { bubbles: true }));
    });
    // Texts, photos and signature of the one, texts of the other.
    await expect.poll(() => keptParts(phone)).toBe(4);
    const next = await phone.context().newPage();
    await phone.close();
    await next.goto(`driver/route/${routeId}#proof-${larch}`);
    await isThere(next);
    return next;
  });
  const shown = again.locator(".view.shown");
  await test.step("the dispatcher's change takes nothing of it", async () => {
    await shown.getByRole("link", { name: "Back" }).tap();
    await post(page, day.path, { intent: "visit.update_fields", visitId: larch, deliveryNote: "Mind the dog" });
    await expect(again.locator(`#stop-${larch}`)).toContainText("Mind the dog");
    await isThere(again);
  });
  await test.step("what is taken back is not there any more", async () => {
    await shown.getByRole("link", { name: "Done", exact: true }).tap();
    await shown.getByRole("button", { name: "Remove photo 1" }).tap();
    await shown.getByRole("button", { name: "Clear" }).tap();
    await again.reload();
    await expect(shown.getByLabel("Note")).toHaveValue("At the back door");
    await expect(shown.locator('[data-kind="photo"] [data-hint]')).toHaveText("Required");
    await expect(shown.locator('[data-kind="signature"] [data-hint]')).toHaveText("Required");
  });
  await test.step("a report takes it along", async () => {
    // As on a weak phone, whose driver taps again while a photo is made smaller.
    await again.evaluate(() => {
      const make = window.createImageBitmap.bind(window);
      const isTapped = new Promise<void>((tapped) => Object.assign(window, { tapped }));
      Object.assign(window, {
        createImageBitmap: async (picture: Blob) => {
          await isTapped;
          return make(picture);
        },
      });
    });
    const reports: string[] = [];
    again.on("request", (request) => {
      if (request.url().includes("/driver/report/")) reports.push(request.url());
    });
    await shown.locator("input[data-stored]").setInputFiles("tests/fixtures/pictures/door.jpg");
    await shown.getByRole("button", { name: "Write the name" }).tap();
    await shown.getByRole("button", { name: "Done", exact: true }).tap();
    // For so long every tap does nothing.
    await again.waitForTimeout(700);
    await shown.getByRole("button", { name: "Done", exact: true }).tap();
    expect(reports).toEqual([]);
    await again.evaluate(() => (window as unknown as { tapped: () => void }).tapped());
    await expect.poll(async () => (await day.state()).visits.find(({ id }) => id === larch)?.status).toBe(4);
    await expect.poll(() => keptParts(again)).toBe(1);
    expect(reports).toHaveLength(1);
    await again.goto(`driver/route/${routeId}#stop-${larch}`);
    await expect(shown.getByRole("img")).toHaveCount(2);
  });
});

test("what is filled in goes with the report's answer, wherever that comes, and with the driver", async ({
  page,
  openPage,
  signIn,
  browserErrors,
}) => {
  browserErrors.allow(/ERR_|status of 503|fetching the script/);
  await signIn(page, "dispatcher");
  const day = await prepareDay(page, {
    title: "Short shift",
    visits: stops(["Larch", "Maple"]),
    vehicles: [{ Plate: "Shift 1" }],
  });
  const routeId = await day.route("Shift 1");
  const [first, second] = (await day.order("Shift 1")) as [string, string];
  const [proven, plain] = [await day.visit(first), await day.visit(second)];
  await post(page, day.path, {
    intent: "visit.update_fields",
    visitId: proven,
    confirmationTemplateId: await confirmationTemplate(page, "As you like", { photo: "optional" }),
  });
  await startRoute(page, day, routeId, DRIVER);
  const phone = await openPage(SIZES.phone);
  await signIn(phone, "driver");
  await phone.goto(`driver/route/${routeId}`);
  await untilKept(phone, routeId);
  const status = async (id: number) => (await day.state()).visits.find((one) => one.id === id)?.status;

  const again = await test.step("a stop that failed and is done after all", async () => {
    const shown = phone.locator(".view.shown");
    await shown.getByText("Failed", { exact: true }).click();
    await shown.getByRole("button", { name: "Refused" }).click();
    await expect.poll(() => status(proven)).toBe(5);
    await phone.goto(`driver/route/${routeId}#stop-${proven}`);
    await shown.getByRole("link", { name: "It is done after all" }).tap();
    await shown.getByLabel("Note").fill("Came to the door");
    await expect.poll(() => keptParts(phone)).toBe(1);
    const next = await phone.context().newPage();
    await phone.close();
    await next.goto(`driver/route/${routeId}#proof-${proven}`);
    await expect(next.locator(".view.shown").getByLabel("Note")).toHaveValue("Came to the door");
    return next;
  });
  const shown = again.locator(".view.shown");
  await test.step("reported and finished without a network, accepted when the page has no forms", async () => {
    await again.context().setOffline(true);
    await shown.locator("input[data-stored]").setInputFiles("tests/fixtures/pictures/door.jpg");
    await expect.poll(() => keptParts(again)).toBe(2);
    await shown.getByRole("button", { name: "Done", exact: true }).tap();
    await expect(again.locator("#sync")).toContainText("1 waiting to send");
    await again.goto(`driver/route/${routeId}#stop-${plain}`);
    await shown.getByRole("button", { name: "Done", exact: true }).tap();
    const finish = shown.getByRole("link", { name: "Finish route" });
    await expect(finish).not.toHaveAttribute("aria-disabled");
    await finish.tap();
    await shown.getByRole("button", { name: "Yes, finish" }).tap();
    await expect(again.locator("#sync")).toContainText("3 waiting to send");
    expect(await keptParts(again)).toBe(2);
    await again.context().setOffline(false);
    await expect(again.locator("#sync")).toHaveText("All sent");
    expect(await status(proven)).toBe(4);
    await expect.poll(() => keptParts(again)).toBe(0);
  });
  await test.step("a driver who signs out", async () => {
    await again.goto("driver");
    await again.getByRole("button", { name: "Sign out" }).click();
    await expect(again).toHaveURL(/\/login$/);
    const names = () => again.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
    await expect.poll(names).not.toContain("driver-drafts");
  });
});
