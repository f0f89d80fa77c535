import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { extendPages, translated, translatePages } from "./pages/changed-pages";
import { SIZES } from "./pages/sizes";
import { untilListening } from "./pages/taken";
import {
  confirmationTemplate,
  DRIVER,
  gotoListening,
  linkHash,
  onTheRoad,
  post,
  prepareDay,
  startRoute,
  stops,
  withholdScripts,
} from "./prepare";

const isTranslated = (of: Page): Promise<void> => expect(of.locator("html.translated-ltr")).toBeAttached();

/** What is read on a page, in its own words. */
const wordsOn = async (of: Page): Promise<string> =>
  (await of.locator("main").first().innerText()).replace(/[«»]/g, "").replace(/\s+/g, " ");

test("a translated page of a recipient goes on telling when the delivery comes", async ({ page, openPage, signIn }) => {
  await signIn(page, "dispatcher");
  const { day } = await onTheRoad(page, "Foreign words", ["Ash", "Beech", "Cherry"]);
  const [first = "", second = "", third = ""] = await day.order("Foreign words 1");
  const thirdId = await day.visit(third);
  const recipient = await openPage(SIZES.phone);
  await translatePages(recipient);
  const link = `tracking/public/visit/${thirdId}/${await linkHash(page, "visit", thirdId)}`;
  await recipient.goto(link);
  await isTranslated(recipient);
  const place = recipient.locator("[data-part=place]");
  const lead = recipient.locator(".lead");
  await expect(lead).toHaveText(translated("2 stops before you."));
  // Names and addresses are found as they are written.
  await expect(place.locator(".name")).toHaveText(third);
  await expect(recipient.locator(".from")).not.toHaveText(/«/);

  await recipient
    .locator("[data-part=place] p")
    .first()
    .evaluate((line) => Object.assign(line, { isMarked: true }));
  const note = recipient.locator("[name=note]").first();
  const summary = recipient.locator("summary").first();
  await summary.click();
  await note.focus();
  const form = { intent: "note", note: "Knock", safePlace: "" };
  await recipient.request.post(link, { form, maxRedirects: 0 });
  await post(page, day.path, { intent: "visit.done", visitId: await day.visit(first), confirmed: 1 });
  await expect(lead).toHaveText(translated("1 stop before you."));
  await expect(summary, "what is in use stays").toHaveText(translated("Leave a note or a safe place"));
  await note.blur();
  await recipient.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(summary, "and is replaced later").toHaveText(translated("Change what the driver is told"));

  await note.fill("Ring twice");
  await summary.focus();
  await post(page, day.path, { intent: "visit.done", visitId: await day.visit(second), confirmed: 1 });
  await expect(lead).toHaveText(translated("You are next."));
  await expect(note).toHaveValue("Ring twice");
  await expect(summary, "what stays isn't moved").toBeFocused();
  // What is the same isn't put there anew, to be translated once more.
  expect(
    await place
      .locator("p")
      .first()
      .evaluate((line) => "isMarked" in line),
  ).toBe(true);
});

test("a translated page of a driver hears of changes alone, and shows what is reported", async ({
  page,
  openPage,
  signIn,
}) => {
  await signIn(page, "dispatcher");
  const title = "Other words";
  const day = await prepareDay(page, {
    title,
    visits: stops(["Ash", "Beech", "Cherry"]),
    vehicles: [{ Plate: `${title} 1` }],
  });
  const routeId = await day.route(`${title} 1`);
  const [first = "", second = "", third = ""] = await day.order(`${title} 1`);
  const thirdId = await day.visit(third);
  const confirmationTemplateId = await confirmationTemplate(page, "Other proof", { signature: "required" });
  await post(page, day.path, { intent: "visit.update_fields", visitId: thirdId, confirmationTemplateId });
  await startRoute(page, day, routeId, DRIVER);
  const phone = await openPage(SIZES.phone);
  await translatePages(phone);
  await signIn(phone, "driver");
  await untilListening(phone, () => phone.goto(`driver/route/${routeId}`));
  await isTranslated(phone);
  const shown = phone.locator(".view.shown");
  const done = shown.getByRole("button", { name: translated("Done"), exact: true });
  const news = phone.locator("#news");
  await expect(shown.locator("h1")).not.toHaveText(/«/);
  const eyebrow = phone.locator(`#stop-${thirdId} .eyebrow`);
  const words = await eyebrow.textContent();
  expect(words).toMatch(/^«.*»$/);
  const sync = phone.locator("#sync");
  const lines = [eyebrow, phone.locator(`#proof-${thirdId} .eyebrow`), sync];
  // Edge marks what it has translated.
  const mark = (line: Element) => (
    line.setAttribute("_msttexthash", "1"),
    void Object.assign(line.firstChild!, { isMarked: true })
  );
  for (const line of lines) await line.evaluate(mark);
  const isMarked = (line: Locator) => line.evaluate(({ firstChild }) => "isMarked" in firstChild!);
  const made = (await phone.locator("#main").getAttribute("data-made"))!;
  await phone.evaluate(() => window.dispatchEvent(new Event("online")));
  await expect(phone.locator("#main")).not.toHaveAttribute("data-made", made);
  expect(await isMarked(sync), "the same words aren't written again").toBe(true);

  await done.tap();
  await expect(shown).toHaveAttribute("data-name", second);
  await expect(phone.locator("[data-progress]")).toHaveText(translated("Stop 2 of 3"));
  await expect(sync).toHaveText(translated("All sent"));
  // The server's page has come when the time of the report stands in the list.
  const row = phone.locator(`[data-row="${await day.visit(first)}"]`);
  await expect(row.locator("[data-past]")).toHaveText(/\d\d:\d\d/);
  await expect(row.locator("[data-word]")).toHaveText(translated("Done"));
  await expect(news).toHaveCount(0);
  await expect(eyebrow).toHaveText(words!);
  for (const line of lines.slice(0, 2)) expect(await isMarked(line), "nothing is translated anew").toBe(true);

  await post(page, day.path, { intent: "visit.update_fields", visitId: thirdId, deliveryNote: "Mind the dog" });
  await expect(news.locator("p")).toHaveText(translated(`Your route has changed: stop changed: ${third}.`));
  await expect(phone.locator(`#stop-${thirdId} .note`)).toHaveText(translated("Mind the dog"));
});

/** What the methods of the page do with elements that a translator has moved into its own. */
function withElementsMoved(): string[] {
  const box = document.createElement("div");
  const names = () => Array.from(box.children, ({ localName }) => localName).join(",");
  const [moved, standIn] = [document.createElement("b"), document.createElement("font")];
  box.insertBefore(moved, undefined as unknown as null);
  const seen = [names()];
  box.replaceChildren(standIn);
  standIn.append(moved);
  box.removeChild(moved);
  seen.push(standIn.innerHTML);
  standIn.append(moved);
  box.append(document.createElement("u"));
  box.insertBefore(document.createElement("i"), moved);
  return [...seen, names()];
}

test("a translated plan goes on showing what others do, also where it was translated before it ran", async ({
  page,
  openPage,
  signIn,
}) => {
  await signIn(page, "dispatcher");
  const { day, routeId } = await onTheRoad(page, "Foreign plan", ["Ash", "Beech", "Cherry", "Damson"]);
  const open = async (when: "early" | "late" | "never"): Promise<Page> => {
    const own = await openPage(SIZES.desktop);
    await signIn(own, "super admin");
    if (when !== "never") await translatePages(own, when);
    const giveScripts = when === "early" ? await withholdScripts(own) : () => undefined;
    const isListening = gotoListening(own, day.path);
    if (when === "early") await expect(own.getByText(translated("Planning")).first()).toBeAttached();
    giveScripts();
    await isListening;
    if (when !== "never") await isTranslated(own);
    await own.evaluate(() => Object.assign(document.documentElement, { isSame: true }));
    return own;
  };
  const [plain, ...others] = [await open("never"), await open("late"), await open("early")];

  /** Once the plain page says so, the others say all that it says. */
  const allSay = async (words: string): Promise<void> => {
    await expect.poll(() => wordsOn(plain)).toContain(words);
    for (const other of others) await expect.poll(() => wordsOn(other)).toBe(await wordsOn(plain));
  };
  await allSay("4/4 scheduled");
  const [first = "", second = ""] = await day.order("Foreign plan 1");
  await post(page, day.path, { intent: "visit.done", visitId: await day.visit(first), confirmed: 1 });
  await post(page, day.path, { intent: "visit.done", visitId: await day.visit(second), confirmed: 1 });
  await allSay("4/4 scheduled 2/4 done");
  await post(page, day.path, { intent: "route.reset", routeId });
  await allSay("0/4 scheduled");
  // Made anew, the list shows what is unscheduled.
  for (const one of [plain, ...others]) {
    await one.getByRole("link", { name: "All plans" }).first().click();
    await expect.poll(() => wordsOn(one)).toContain("New plan");
    await one.goBack();
  }
  await allSay("0/4 scheduled");
  for (const other of others) {
    await expect(other.locator("main font").first()).toBeAttached();
    expect(await other.evaluate(withElementsMoved)).toEqual(["b", "", "i,font,u"]);
    expect(await other.evaluate(() => "isSame" in document.documentElement)).toBe(true);
  }
});

/** The elements of extensions, each with what stands before it. */
function foreignPlaces(): string[] {
  const places = document.querySelectorAll(":not([data-foreign]) > [data-foreign]");
  return Array.from(places, (one) => `${one.previousElementSibling?.outerHTML} ${one.outerHTML}`);
}

test("what extensions put into a page before its scripts run stays, and so does what was typed", async ({
  page,
  signIn,
}) => {
  await signIn(page, "dispatcher");
  await extendPages(page);
  const giveScripts = await withholdScripts(page);
  await page.goto("company/general", { waitUntil: "commit" });
  const title = page.getByRole("textbox").first();
  await title.fill("Typed early");
  await page.evaluate(() => Object.assign(document.documentElement, { isSame: true }));
  const foreign = await page.evaluate(foreignPlaces);
  giveScripts();
  await page.waitForFunction(() => performance.getEntriesByName("taken over").length > 0);
  expect(await page.evaluate(() => "isSame" in document.documentElement), "React took the page over as it was").toBe(
    true,
  );
  await expect(title).toHaveValue("Typed early");
  expect(await page.evaluate(foreignPlaces)).toEqual(foreign);
});
