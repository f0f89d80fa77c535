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

const TORN = Buffer.from("no picture");
const tiny = sharp({ create: { width: 16, height: 16, channels: 3, background: "#4a7" } });

/** Puts a torn picture in the place of those of the report that waits on the phone. */
const tearWaitingPicture = (page: Page, name: string): Promise<void> =>
  page.evaluate(
    (given) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open("driver", 1);
        opening.onerror = () => reject(opening.error!);
        opening.onsuccess = () => {
          const changing = opening.result.transaction("reports", "readwrite");
          changing.oncomplete = () => (opening.result.close(), resolve());
          changing.onerror = () => reject(changing.error!);
          const reading = changing.objectStore("reports").getAll();
          reading.onsuccess = () => {
            const [report] = reading.result as [object];
            const files = [{ field: "photo", name: given, file: new Blob(["no picture"]) }];
            changing.objectStore("reports").put({ ...report, files });
          };
        };
      }),
    name,
  );

test("a driver sees the pictures of a stop as small ones, and a signature that they give has a name", async ({
  page,
  openPage,
  signIn,
  browserErrors,
}) => {
  // Chromium looks into a picture that it can't decode.
  browserErrors.allow(/status of 422|Connecting to 'blob:|ERR_|fetching the script/);
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

  await test.step("a camera that gives nothing and a picture that can't be read are told at once", async () => {
    await shown.getByRole("link", { name: "Done", exact: true }).tap();
    await shown.getByLabel("Note").fill("Left with Anna");
    const cdp = await phone.context().newCDPSession(phone);
    // As a phone does that refuses its camera to the browser, and one whose user goes back.
    await cdp.send("Page.setInterceptFileChooserDialog", { enabled: true, cancel: true });
    await shown.getByLabel("Take photos").tap();
    await expect(shown.getByText("No photo was added. If the camera doesn’t open, allow it in")).toBeInViewport();
    await cdp.detach();
    const camera = { ...photo, buffer: await sharp(door).resize(4032, 3024).jpeg().toBuffer() };
    await shown.locator("input[data-stored]").setInputFiles([camera, { ...photo, name: "torn.jpg", buffer: TORN }]);
    await expect(shown.getByText('This phone can’t read the picture "torn.jpg". Take it again')).toBeInViewport();
    await expect(shown.getByRole("img", { name: "torn.jpg" })).toHaveCount(0);
    const taken = shown.getByRole("img", { name: "door.jpg" });
    await expect(taken).toBeVisible();
    // As it is sent, and not as the camera gave it, which the phone would keep in its memory.
    await expect.poll(() => taken.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1600);
    await expect(shown.locator('[data-kind="photo"] [data-hint]')).toHaveText("✓ 2");
    await expect(shown.getByLabel("Note")).toHaveValue("Left with Anna");
  });

  await test.step("one that an earlier build kept is refused, which is not the dispatcher's doing", async () => {
    await phone.context().setOffline(true);
    await shown.getByRole("button", { name: "Done", exact: true }).tap();
    await expect(phone.locator("#sync")).toHaveText("You are offline. 1 waiting to send");
    await tearWaitingPicture(phone, "torn.jpg");
    await phone.context().setOffline(false);
    await expect(phone.getByRole("alert")).toContainText("torn.jpg");
    await expect(stored).toBeVisible();
    await expect(phone.getByText("Your route has changed")).toHaveCount(0);
    await phone.getByRole("alert").getByRole("button", { name: "OK" }).tap();
  });

  await test.step("in the proof's form too, beside new ones, with the texts of the refused report", async () => {
    await shown.getByRole("link", { name: "Done", exact: true }).tap();
    await expect(stored).toBeVisible();
    await expect(shown.getByLabel("Note")).toHaveValue("Left with Anna");
    await expect(shown.getByRole("img", { name: "door.jpg" })).toHaveCount(0);
    // The server takes no WebP, and as a JPEG it is no smaller.
    const webp = { name: "new.webp", mimeType: "image/webp", buffer: await tiny.webp().toBuffer() };
    await shown.locator("input[data-stored]").setInputFiles(webp);
    await expect(shown.getByRole("img", { name: "new.webp" })).toBeVisible();
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

for (const javaScriptEnabled of [true, false])
  test(`photos make room for others on a stop that is left again, scripts ${javaScriptEnabled ? "on" : "off"}`, async ({
    page,
    openPage,
    signIn,
  }) => {
    await signIn(page, "dispatcher");
    const plate = javaScriptEnabled ? "Room 1" : "Room 2";
    const day = await prepareDay(page, { title: plate, visits: stops(["Ash"]), vehicles: [{ Plate: plate }] });
    const routeId = await day.route(plate);
    const visitId = await day.visit("Ash");
    const confirmationTemplateId = await confirmationTemplate(page, `With photos ${plate}`, { photo: "required" });
    await post(page, day.path, { intent: "visit.update_fields", visitId, confirmationTemplateId });
    await startRoute(page, day, routeId, DRIVER);
    const photo = { name: "door.jpg", mimeType: "image/jpeg", buffer: door };
    for (let count = 0; count < 3; count += 1)
      await page.request.post(`planning/visit/${visitId}`, {
        multipart: { ...(await pageCompany(page)), intent: "attachments.add", photo },
      });
    const confirmationType = "to_recipient";
    await post(page, day.path, { intent: "visit.done", visitId, confirmationType, confirmed: 1 });
    await post(page, day.path, { intent: "visit.on_route", visitId });

    const phone = await openPage({ ...SIZES.phone, javaScriptEnabled });
    await signIn(phone, "driver");
    await phone.goto(`driver/route/${routeId}#proof-${visitId}`);
    const proof = phone.locator(`#proof-${visitId}`);
    await expect(proof.getByRole("img", { name: "Photo 3" })).toBeVisible();
    await phone.waitForLoadState("networkidle");
    if (javaScriptEnabled) {
      await expect(proof.locator("[data-hint]").first()).toHaveText("✓ 3");
      expect(await smallerThanAThumb(phone)).toEqual([]);
    }
    const removes = proof.locator("[data-picture] summary");
    await expect(removes.nth(1)).toHaveText(/^Remove stored photo 2/);
    await removes.nth(1).tap();
    await expect(proof.getByText("Do you want to remove photo 2?")).toBeVisible();
    expect(await smallerThanAThumb(phone)).toEqual([]);
    await removes.nth(1).tap();
    await expect(proof.getByText("Do you want to remove photo 2?")).toBeHidden();
    await expect(removes).toHaveCount(3);
    await removes.nth(1).tap();
    await proof.getByRole("button", { name: "Yes, remove photo 2" }).tap();
    await expect(removes).toHaveCount(2);
    expect(new URL(phone.url()).hash).toBe(`#proof-${visitId}`);
    if (javaScriptEnabled) await expect(proof.locator("[data-hint]").first()).toHaveText("✓ 2");
    await proof.locator("input[data-stored]").setInputFiles("tests/fixtures/pictures/door.jpg");
    await proof.getByRole("button", { name: "Done", exact: true }).tap();
    await expect.poll(async () => (await day.state()).visits.find((one) => one.name === "Ash")!.status).toBe(4);
    await page.goto(`${day.path}?visit=${visitId}`);
    await expect(page.getByRole("button", { name: /^Remove: Photo/ })).toHaveCount(3);
  });
