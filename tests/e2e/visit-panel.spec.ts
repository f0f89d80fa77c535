import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { confirmationTemplate, isForm, post, prepareDay, startRoute, stops } from "./prepare";

const PICTURES = "tests/fixtures/pictures/";
const VAN = [{ Plate: "LI 1", "Work hour start": "08:00", "Work hour end": "18:00" }];

// @spec PC-2.53
test("fields save themselves, say so, and never lose what was typed", async ({
  page,
  openPage,
  signIn,
  browserErrors,
}) => {
  browserErrors.allow(/status of 4(09|22)/);
  await signIn(page, "dispatcher");
  const day = await prepareDay(page, {
    title: "Fields",
    visits: stops(["Alpha", "Beta"]),
    vehicles: VAN,
    calculate: false,
  });
  const [alpha] = (await day.state()).visits;
  const address = `${day.path}?visit=${alpha!.id}`;
  const theirs = await openPage();
  await signIn(theirs, "super admin");
  await theirs.goto(address);
  await page.goto(address);
  // Its name is its title, and changes below.
  const panel = page.getByRole("complementary");
  const name = panel.getByLabel("Name", { exact: false }).first();
  const load = panel.getByLabel("Load");
  await expect(panel.getByRole("heading", { name: "Photos and signatures" })).toBeVisible();

  // What is no number stays and is named; the other field of the same save is stored.
  await load.fill("abc");
  await panel.getByLabel("Service").fill("7,5");
  await panel.getByLabel("Note for the driver").click();
  await expect(panel.getByText("Load must be a number, not “abc”").first()).toBeVisible();
  await expect(load).toHaveValue("abc");
  await expect
    .poll(async () => (await (await page.request.get(`planning/visit/${alpha!.id}`)).json()).serviceTime)
    .toBe(7.5);
  await load.fill("12");
  await load.blur();
  await expect
    .poll(async () => (await (await page.request.get(`planning/visit/${alpha!.id}`)).json()).packageLoad)
    .toBe(12);

  // A pair that doesn't fit together is refused once, and doesn't keep what is changed afterwards.
  let posts = 0;
  page.on("request", (request) => void (posts += isForm(request) ? 1 : 0));
  const hours = panel.getByRole("group", { name: "Time window" }).getByRole("textbox");
  await hours.first().fill("14:00");
  await hours.last().fill("10:00");
  await hours.last().blur();
  await expect(
    panel.getByRole("status").filter({ hasText: "Not saved: Start time must be less than end time" }),
  ).toBeVisible();
  await expect(
    panel.getByRole("group", { name: "Time window" }).getByText(/^(?:Start|End) time must be .* than/),
  ).toHaveText(["Start time must be less than end time"]);
  await panel.getByLabel("Service").fill("6");
  await panel.getByLabel("Service").blur();
  await expect
    .poll(async () => (await (await page.request.get(`planning/visit/${alpha!.id}`)).json()).serviceTime)
    .toBe(6);
  expect(posts).toBe(2);
  await hours.last().fill("16:00");
  await hours.last().blur();
  await expect
    .poll(async () => (await (await page.request.get(`planning/visit/${alpha!.id}`)).json()).endTime)
    .toBe("16:00");

  // A colleague changes the same field while it is typed in: the typed text outlives the news.
  await name.fill("My own words");
  const other = theirs.getByRole("complementary");
  await other.getByLabel("Name", { exact: false }).first().fill("Their words");
  await other.getByLabel("Postcode").fill("9494");
  await other.getByLabel("Postcode").blur();
  await expect(panel.getByLabel("Postcode")).toHaveValue("9494");
  await expect(page.getByRole("complementary", { name: "Their words" })).toBeVisible();
  await expect(name).toHaveValue("My own words");
  await name.blur();
  await expect(panel.getByText("Somebody else changed this to “Their words”.").first()).toBeVisible();
  await expect(name).toHaveValue("My own words");
  await panel.getByRole("button", { name: "Save again" }).click();
  await expect(other.getByLabel("Name", { exact: false }).first()).toHaveValue("My own words");

  // Closed while something is typed: it is saved all the same.
  await panel.getByLabel("Note for the driver").fill("Ring twice");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("complementary")).toHaveCount(0);
  await expect
    .poll(async () => (await (await page.request.get(`planning/visit/${alpha!.id}`)).json()).deliveryNote)
    .toBe("Ring twice");
});

test("a field that is changed again before the news of its save are there is saved, and nobody is blamed", async ({
  page,
  signIn,
}) => {
  await signIn(page, "dispatcher");
  const day = await prepareDay(page, { title: "Twice", visits: stops(["Alpha"]), vehicles: VAN, calculate: false });
  const [alpha] = (await day.state()).visits;
  await page.goto(`${day.path}?visit=${alpha!.id}`);
  const panel = page.getByRole("complementary");
  const service = panel.getByLabel("Service");
  await expect(panel.getByRole("heading", { name: "Photos and signatures" })).toBeVisible();
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(/_data=/, async (route) => {
    if (route.request().method() === "GET") await gate;
    await route.fallback().catch(() => undefined);
  });
  const stored = async () =>
    ((await (await page.request.get(`planning/visit/${alpha!.id}`)).json()) as { serviceTime: number }).serviceTime;
  // 7.5 is stored, so that the field's own words are not what the next save may begin from.
  for (const [typed, saved] of [
    ["7,5", 7.5],
    ["8", 8],
    ["9", 9],
  ] as const) {
    await service.fill(typed);
    await service.blur();
    await expect.poll(stored).toBe(saved);
    await expect(panel.getByText("✓ Saved").first()).toBeVisible();
  }
  await expect(service).toHaveValue("9");
  letGo();
  await expect(panel.getByText(/Somebody else/)).toHaveCount(0);
  await expect(service).toHaveValue("9");
});

/** The panel of the only visit of a new plan, and its stored postcode. */
async function openAlpha(page: Page, title: string) {
  const day = await prepareDay(page, { title, visits: stops(["Alpha"]), vehicles: VAN, calculate: false });
  const { id } = (await day.state()).visits[0]!;
  await page.goto(`${day.path}?visit=${id}`);
  const panel = page.getByRole("complementary");
  await expect(panel.getByRole("heading", { name: "Photos and signatures" })).toBeVisible();
  const stored = async () =>
    ((await (await page.request.get(`planning/visit/${id}`)).json()) as { postcode: string }).postcode;
  return { id, panel, stored };
}

/** Saves "Ring", whose answer isn't there yet, and types on. */
async function typeTwice(panel: Locator, stored: () => Promise<string>): Promise<void> {
  const postcode = panel.getByLabel("Postcode");
  await postcode.fill("Ring");
  await postcode.press("Enter");
  await expect.poll(stored).toBe("Ring");
  await postcode.press("End");
  await postcode.pressSequentially(" twice");
}

test("who types on while the first save is under way, and closes, is not refused for it", async ({
  page,
  signIn,
  browserErrors,
}) => {
  browserErrors.allow(/status of 409/);
  await signIn(page, "dispatcher");
  const { id, panel, stored } = await openAlpha(page, "Typed on");
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  let posts = 0;
  await page.route(
    (url) => url.pathname.endsWith(`planning/visit/${id}`),
    async (route) => {
      if (route.request().method() !== "POST" || ++posts > 1) return route.fallback();
      const response = await route.fetch();
      await held;
      await route.fulfill({ response });
    },
  );
  await typeTwice(panel, stored);
  await page.keyboard.press("Escape");
  await expect(panel).toHaveCount(0);
  answer();
  await expect.poll(stored).toBe("Ring twice");
  await expect(page.getByText(/Not saved/)).toHaveCount(0);
});

test("who types on while the first save is under way, and leaves the site, loses nothing either", async ({
  page,
  signIn,
}) => {
  await signIn(page, "dispatcher");
  const { id, panel, stored } = await openAlpha(page, "Left early");
  await page.route(
    (url) => url.pathname.endsWith(`planning/visit/${id}`) && url.searchParams.has("_data"),
    async (route) => {
      if (route.request().method() !== "POST") return route.fallback();
      // Its answer never comes.
      await route.fetch();
    },
  );
  await typeTwice(panel, stored);
  await page.goto("about:blank");
  await expect.poll(stored).toBe("Ring twice");
});

// @spec PC-2.74 PC-2.75 PC-2.76 PC-5.11
// @spec PC-8.10
test("photos are added, looked at by keyboard, and removed", async ({ page, signIn }) => {
  await signIn(page, "dispatcher");
  const day = await prepareDay(page, { title: "Photos", visits: stops(["Gamma"]), vehicles: VAN, calculate: false });
  const [visit] = (await day.state()).visits;
  await page.goto(`${day.path}?visit=${visit!.id}`);
  const panel = page.getByRole("complementary", { name: "Gamma" });
  await panel.getByRole("link", { name: "Add photos" }).click();
  const upload = page.getByRole("dialog", { name: "Add photos" });
  await upload
    .locator("input[type=file]")
    .setInputFiles([`${PICTURES}door.jpg`, `${PICTURES}step.png`, "package.json"]);
  await expect(upload.getByText('The file "package.json" does not image.')).toBeVisible();
  await expect(upload.getByText("✓ Uploaded")).toHaveCount(2);
  await expect(page.getByText("Uploading finished")).toBeVisible();
  // The message lies above the dialog, and can be closed while it is open.
  await upload.getByRole("button", { name: "Close the message" }).first().click();
  await upload.getByRole("link", { name: "Close", exact: true }).last().click();

  await panel
    .getByRole("link", { name: /^Photo.*open large/ })
    .first()
    .click();
  const preview = page.getByRole("dialog", { name: "Gamma" });
  await expect(preview.getByRole("status").first()).toContainText("1 of 2");
  await expect(preview.getByRole("img", { name: /^Photo/ })).toHaveJSProperty("complete", true);
  await page.keyboard.press("ArrowLeft");
  await expect(preview.getByRole("status").first()).toContainText("1 of 2");
  await page.keyboard.press("ArrowRight");
  await expect(preview.getByRole("status").first()).toContainText("2 of 2");
  await page.keyboard.press("Escape");
  await expect(preview).toHaveCount(0);
  const first = panel.getByRole("link", { name: /open large/ }).first();
  await expect(first).toBeFocused();
  // A small picture that is still on its way when its photo is removed is not found, which the browser complains of.
  await expect
    .poll(() => first.locator("img").evaluate((one: HTMLImageElement) => one.naturalWidth))
    .toBeGreaterThan(0);

  await panel
    .getByRole("button", { name: /^Remove: Photo/ })
    .first()
    .click();
  const question = page.getByRole("alertdialog", { name: "Please Confirm" });
  await expect(question.getByRole("button", { name: "Remove" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Photo has been deleted!")).toBeVisible();
  await expect(panel.getByRole("link", { name: /open large/ })).toHaveCount(1);
});

// @spec PC-1.06 PC-2.73 PC-5.38 PC-5.39 PC-5.40 PC-4.083
test("a delivery is confirmed with photo and signature, drawn or written", async ({ page, signIn }) => {
  await signIn(page, "dispatcher");
  const day = await prepareDay(page, { title: "Proof", visits: stops(["Delta", "Epsilon"]), vehicles: VAN });
  await confirmationTemplate(page, "Strict proof", { photo: "required", signature: "required" });
  const state = await day.state();
  const route = state.routes.find((one) => one.stops > 0)!;
  const next = state.visits.find((one) => one.routeId === route.id && one.label === 1)!;
  await page.goto(`${day.path}?visit=${next.id}`);
  const panel = page.getByRole("complementary");
  await panel.getByLabel("Confirmation").selectOption({ label: "Strict proof" });
  await expect
    .poll(async () => (await (await page.request.get(`planning/visit/${next.id}`)).json()).confirmation.length)
    .toBe(1);
  await startRoute(page, day, route.id);

  await page.goto(`${day.path}?visit=${next.id}`);
  await panel.getByRole("link", { name: "Done…" }).click();
  const dialog = page.getByRole("dialog", { name: "Mark as done" });
  const mark = dialog.getByRole("button", { name: /^Mark as done/ });
  await expect(dialog.getByText("Required", { exact: true })).toHaveCount(2);
  await expect(mark).toHaveAttribute("title", "Photo is required");
  await dialog.locator("input[name=photo]").setInputFiles(`${PICTURES}parcel.jpg`);
  await dialog.getByRole("button", { name: "Sign", exact: true }).click();
  const sign = page.getByRole("dialog", { name: "Signature" });
  await expect(sign.locator("canvas")).toBeVisible();
  await expect(sign.getByRole("button", { name: /^Save/ })).toHaveAttribute("aria-disabled", "true");
  await sign.getByLabel("Name").fill("Anna Marxer");
  await sign.getByRole("button", { name: "Write the name instead" }).click();
  await sign.getByRole("button", { name: "Save" }).click();
  await mark.click();
  await expect(dialog).toHaveCount(0);
  await expect(panel.getByText("Done!")).toBeVisible();
  await expect(panel.getByText("To recipient")).toBeVisible();
  await expect(panel.getByText("Signed by Anna Marxer")).toBeVisible();
  await expect(panel.getByRole("link", { name: /open large/ })).toHaveCount(2);
});

test("another way of handing over leaves the proof of the first one as it was given", async ({ page, signIn }) => {
  await signIn(page, "dispatcher");
  const day = await prepareDay(page, { title: "Two ways", visits: stops(["Theta"]), vehicles: VAN });
  const template = await confirmationTemplate(page, "Two ways", {
    photo: "required",
    signature: "required",
    mailbox: true,
  });
  const visitId = await day.visit("Theta");
  await post(page, day.path, { intent: "visit.update_fields", visitId, confirmationTemplateId: template });
  await startRoute(page, day, await day.route("LI 1"));

  await page.goto(`${day.path}?visit=${visitId}`);
  const panel = page.getByRole("complementary");
  await panel.getByRole("link", { name: "Done…" }).click();
  const dialog = page.getByRole("dialog", { name: "Mark as done" });
  const mark = dialog.getByRole("button", { name: /^Mark as done/ });
  await dialog.getByRole("radio", { name: "To recipient" }).check();
  await dialog.locator("input[name=photo]").setInputFiles([`${PICTURES}door.jpg`, `${PICTURES}parcel.jpg`]);
  await dialog.getByRole("button", { name: "Sign", exact: true }).click();
  const sign = page.getByRole("dialog", { name: "Signature" });
  await sign.getByLabel("Name").fill("Anna Marxer");
  await sign.getByRole("button", { name: "Write the name instead" }).click();
  await sign.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("Signed by Anna Marxer")).toBeVisible();

  await dialog.getByRole("radio", { name: "To mailbox" }).check();
  await expect(dialog.locator("input[name=photo]")).toBeHidden();
  await expect(dialog.getByText("Signed by Anna Marxer")).toBeHidden();
  await dialog.getByRole("radio", { name: "To recipient" }).check();
  await expect(dialog.getByText("✓ 2")).toBeVisible();
  await mark.click();
  await expect(dialog).toHaveCount(0);
  await expect(panel.getByText("Signed by Anna Marxer")).toBeVisible();
  await expect(panel.getByRole("link", { name: /open large/ })).toHaveCount(3);
});

test("Enter at the name of a signature saves it when it is whole, and never the visit", async ({ page, signIn }) => {
  await signIn(page, "dispatcher");
  const day = await prepareDay(page, { title: "Name and Enter", visits: stops(["Iota"]), vehicles: VAN });
  const visitId = await day.visit("Iota");
  const template = await confirmationTemplate(page, "Perhaps signed", { signature: "optional" });
  await post(page, day.path, { intent: "visit.update_fields", visitId, confirmationTemplateId: template });
  await startRoute(page, day, await day.route("LI 1"));
  await page.goto(`${day.path}?visit=${visitId}&dialog=mark-done`);
  const dialog = page.getByRole("dialog", { name: "Mark as done" });
  await dialog.getByRole("button", { name: "Sign", exact: true }).click();
  const sign = page.getByRole("dialog", { name: "Signature" });
  await sign.getByLabel("Name").fill("Anna Marxer");
  await page.keyboard.press("Enter");
  await expect(sign.getByRole("button", { name: /^Save/ })).toHaveAttribute("title", "Signature is required");
  await sign.getByRole("button", { name: "Write the name instead" }).click();
  await sign.getByLabel("Name").press("Enter");
  await expect(sign).toBeHidden();
  await expect(dialog.getByText("Signed by Anna Marxer")).toBeVisible();
  expect((await day.state()).visits.find((one) => one.id === visitId)!.status).not.toBe(4);
});

test("what would serve a visit is applied after the question, where it changes the vehicle", async ({
  page,
  signIn,
}) => {
  await signIn(page, "dispatcher");
  const day = await prepareDay(page, {
    title: "Too heavy",
    visits: stops(["Zeta", "Eta"], { "Package load": 60 }),
    vehicles: [{ ...VAN[0], Plate: "LI 77", "Max load": 100 }],
  });
  await page.goto(`planning/plan/unserved/${day.planId}`);
  await page.getByRole("link", { name: "Apply and recalculate…" }).click();
  const question = page.getByRole("alertdialog", { name: "Please Confirm" });
  await expect(question).toContainText("This changes the vehicle itself, not only this day. Apply it?");
  await expect(question).toContainText("LI 77: 120 kg of load instead of 100 kg, in every plan from now on.");
  await page.keyboard.press("Escape");
  await expect(question).toHaveCount(0);
  await page.getByRole("link", { name: "Apply and recalculate…" }).click();
  await question.getByRole("button", { name: "Apply and recalculate" }).click();
  await expect(page).toHaveURL(new RegExp(`/planning/plan/${day.planId}$`));
  await expect
    .poll(async () => (await day.state()).visits.filter((one) => one.type === "D" && one.routeId === null).length, {
      timeout: 60_000,
    })
    .toBe(0);
});
