import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { expect, test } from "./fixtures";
import { SIZES } from "./pages/sizes";
import { confirmationTemplate, DRIVER, pageCompany, post, prepareDay, startRoute, stops } from "./prepare";

const door = readFileSync("tests/fixtures/pictures/door.jpg");

/** What is shown to be pressed and is smaller than a thumb. */
const smallerThanAThumb = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll(".road-frame :is(a, button, summary, label.way, label.file)")].flatMap((one) => {
      const { width, height } = one.getBoundingClientRect();
      const isShown = one.checkVisibility({ visibilityProperty: true }) && width > 0;
      return isShown && Math.min(width, height) < 55.5 ? [`${one.textContent} ${width} × ${height}`] : [];
    }),
  );

test("a driver sees the pictures of a stop as small ones, and a signature that they give has a name", async ({
  page,
  openPage,
  signIn,
  browserErrors,
}) => {
  // Chromium looks into a picture that it can't decode.
  browserErrors.allow(/status of 422|Connecting to 'blob:/);
  await signIn(page, "dispatcher");
  const day = await prepareDay(page, {
    title: "Pictures",
    visits: stops(["Elm"], { "Delivery note": "Please ring twice. ".repeat(40) }),
    vehicles: [{ Plate: "Pic 1" }],
  });
  const routeId = await day.route("Pic 1");
  const visitId = await day.visit("Elm");
  await post(page, day.path, {
    intent: "visit.update_fields",
    visitId,
    confirmationTemplateId: await confirmationTemplate(page, "As you like", {
      photo: "optional",
      signature: "optional",
    }),
  });
  const large = await sharp(door).resize(1600, 1200).jpeg().toBuffer();
  const photo = { name: "door.jpg", mimeType: "image/jpeg", buffer: large };
  const added = await page.request.post(`planning/visit/${visitId}`, {
    multipart: { ...(await pageCompany(page)), intent: "attachments.add", photo },
  });
  expect(added.status()).toBe(200);
  await startRoute(page, day, routeId, DRIVER);

  const phone = await openPage(SIZES.phone);
  await signIn(phone, "driver");
  const pictures: string[] = [];
  phone.on("response", (response) => {
    if (response.request().resourceType() === "image" && /view-image|preview/.test(response.url()))
      pictures.push(new URL(response.url()).pathname);
  });
  await phone.goto(`driver/route/${routeId}`);
  const shown = phone.locator(".view.shown");
  const stored = shown.getByRole("img", { name: "Photo 1" });
  await expect.poll(() => stored.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth)).toBe(200);
  expect(pictures).toEqual(["/platform/preview/image"]);

  await test.step("a picture that is none is refused, which is not the dispatcher's doing", async () => {
    await shown.getByRole("link", { name: "Done", exact: true }).tap();
    await shown
      .locator("input[capture]")
      .setInputFiles({ ...photo, name: "torn.jpg", buffer: Buffer.from("no picture") });
    await shown.getByRole("button", { name: "Done", exact: true }).tap();
    await expect(phone.getByRole("alert")).toContainText("torn.jpg");
    await expect(stored).toBeVisible();
    await expect(phone.getByText("Your route has changed")).toHaveCount(0);
    await phone.getByRole("alert").getByRole("button", { name: "OK" }).tap();
  });

  await test.step("in the proof's form too, beside those that are new", async () => {
    await shown.getByRole("link", { name: "Done", exact: true }).tap();
    await expect(stored).toBeVisible();
    await shown.locator("input[capture]").setInputFiles({ ...photo, name: "new.jpg" });
    await expect(shown.getByRole("img", { name: "new.jpg" })).toBeVisible();
    await expect(stored).toBeVisible();
    expect(await smallerThanAThumb(phone)).toEqual([]);
  });

  await test.step("an optional signature that is drawn needs its name", async () => {
    await shown.getByLabel("Name").fill("");
    const canvas = shown.locator("canvas");
    await canvas.evaluate((one) => one.scrollIntoView({ block: "center" }));
    const place = (await canvas.boundingBox())!;
    await phone.mouse.move(place.x + 40, place.y + 40);
    await phone.mouse.down();
    await phone.mouse.move(place.x + 120, place.y + 60, { steps: 4 });
    await phone.mouse.up();
    await expect(shown.locator('[data-kind="signature"] [data-hint]')).toHaveText("✓ 1");
    await shown.getByRole("button", { name: "Write the name" }).tap();
    await expect(shown.getByText("Name is required")).toBeInViewport();
    await expect(shown.locator('[data-kind="signature"] [data-hint]')).toHaveText("✓ 1");
    await shown.getByRole("button", { name: "Done", exact: true }).tap();
    await expect(shown.getByText("Name is required")).toBeInViewport();
    await expect(shown.getByLabel("Name")).toBeFocused();
    await shown.getByLabel("Name").fill("Anna Marxer");
    await shown.getByRole("button", { name: "Done", exact: true }).tap();
    await expect.poll(async () => (await day.state()).visits.find((one) => one.name === "Elm")!.status).toBe(4);
  });

  await test.step("and at the stop that is done", async () => {
    await expect(phone.locator("#sync")).toHaveText("All sent");
    await phone.goto(`driver/route/${routeId}#stop-${visitId}`);
    await expect(shown.getByText("Stop 1 · Delivery")).toBeInViewport();
    expect(await phone.evaluate(() => [window.scrollY, document.body.scrollHeight > window.innerHeight])).toEqual([
      0,
      true,
    ]);
    await expect(shown.getByRole("img")).toHaveCount(3);
    await expect(shown.getByRole("img", { name: "Signature 1" })).toBeVisible();
    expect(new Set(pictures)).toEqual(new Set(["/platform/preview/image"]));
    expect(await smallerThanAThumb(phone)).toEqual([]);
  });

  await test.step("in the list and among the routes, too", async () => {
    for (const address of [`driver/route/${routeId}#list`, "driver"]) {
      await phone.goto(address);
      await expect(phone.getByRole("heading", { level: 1 }).filter({ visible: true })).toHaveText(
        /All stops|My routes/,
      );
      expect(await smallerThanAThumb(phone)).toEqual([]);
    }
  });
});
