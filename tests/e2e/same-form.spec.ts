import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";

/** Two people have the same form open, and change different fields of it. */

const panel = (page: Page, title: string) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: title }) });

test("a settings form without scripts takes back nothing that a colleague has saved meanwhile", async ({
  openPage,
  signIn,
}) => {
  const [one, other] = [await openPage({ javaScriptEnabled: false }), await openPage({ javaScriptEnabled: false })];
  for (const page of [one, other]) {
    await signIn(page, "dispatcher");
    await page.goto("company/settings");
  }
  const defaults = (page: Page) => panel(page, "What new records start with");
  const reasons = (page: Page) => panel(page, "Fail reasons");
  const balance = (page: Page) => defaults(page).getByLabel("Visit balance coefficient");
  const breakAfter = (page: Page) => defaults(page).getByLabel("Break in any case after");
  const save = async (form: ReturnType<typeof panel>, page: Page) => {
    await form.getByRole("button", { name: "Save" }).click();
    await expect(page.locator("noscript p", { hasText: "Successfully saved" })).toBeVisible();
  };
  await balance(one).fill("0.25");
  await save(defaults(one), one);
  await breakAfter(other).fill("270");
  await save(defaults(other), other);
  await expect(balance(other)).toHaveValue("0.25");
  await expect(breakAfter(other)).toHaveValue("270");

  await one.goto("company/settings");
  const [first, second] = ["Incorrect phone number", "Refused"] as const;
  await reasons(other)
    .getByLabel(first)
    .setChecked(!(await reasons(other).getByLabel(first).isChecked()));
  const isFirstOn = await reasons(other).getByLabel(first).isChecked();
  await save(reasons(other), other);
  const isSecondOn = !(await reasons(one).getByLabel(second).isChecked());
  await reasons(one).getByLabel(second).setChecked(isSecondOn);
  await save(reasons(one), one);
  expect(await reasons(one).getByLabel(first).isChecked()).toBe(isFirstOn);
  expect(await reasons(one).getByLabel(second).isChecked()).toBe(isSecondOn);
  // The company is shared with other tests.
  await reasons(one).getByLabel(first).setChecked(!isFirstOn);
  await reasons(one).getByLabel(second).setChecked(!isSecondOn);
  await save(reasons(one), one);
  await balance(one).fill("0");
  await breakAfter(one).fill("0");
  await save(defaults(one), one);
});

test("a warehouse's dialog keeps what a colleague has saved while no news of it came", async ({
  page,
  openPage,
  signIn,
}) => {
  // The page's live connection never opens.
  await page.routeWebSocket(/socket\.io/, () => undefined);
  const colleague = await openPage();
  await signIn(page, "dispatcher");
  await signIn(colleague, "dispatcher");
  await colleague.goto("company/resources/warehouses?dialog=new-warehouse");
  const made = colleague.getByRole("dialog", { name: "New warehouse" });
  await made.getByLabel("Title").fill("Depot of two");
  await made.getByLabel("Latitude").fill("47.14");
  await made.getByLabel("Longitude").fill("9.52");
  await made.getByRole("button", { name: "Add warehouse" }).click();

  const open = async (of: Page, title: string) => {
    await of.goto("company/resources/warehouses");
    await of.getByRole("link", { name: title, exact: true }).click();
    const dialog = of.getByRole("dialog", { name: title });
    await expect(dialog.getByLabel("External id")).toBeVisible();
    return dialog;
  };
  const mine = await open(page, "Depot of two");
  const theirs = await open(colleague, "Depot of two");
  await theirs.getByLabel("External id").fill("TWO-1");
  await theirs.getByLabel("Address").fill("Lane 2");
  await theirs.getByRole("button", { name: "Save" }).click();
  await expect(theirs).toHaveCount(0);

  await expect(mine.getByLabel("External id")).toHaveValue("");
  await mine.getByLabel("Title").fill("Depot of both");
  await mine.getByRole("button", { name: "Save" }).click();
  await expect(mine).toHaveCount(0);
  const saved = await open(page, "Depot of both");
  await expect(saved.getByLabel("External id")).toHaveValue("TWO-1");
  await expect(saved.getByLabel("Address")).toHaveValue("Lane 2");
});

test("what a colleague saves comes into a form that was refused, and into a field that is what it was again", async ({
  page,
  openPage,
  signIn,
  browserErrors,
}) => {
  browserErrors.allow(/status of 422/);
  const colleague = await openPage();
  for (const one of [page, colleague]) {
    await signIn(one, "dispatcher");
    await one.goto("company/settings");
  }
  const defaults = (of: Page) => panel(of, "What new records start with");
  const field = (of: Page, label: string, exact = false) => defaults(of).getByLabel(label, { exact });
  const [balance, breakAfter] = ["Visit balance coefficient", "Break in any case after"] as const;
  const save = async (of: Page) => {
    await defaults(of).getByRole("button", { name: "Save" }).click();
    await expect(of.getByText("Successfully saved").last()).toBeVisible();
  };
  const setEnd = async (time: string) => {
    await field(page, "To", true).fill(time);
    // What it says of itself when it is left moves the button.
    await field(page, "To", true).press("Tab");
  };
  await setEnd("00:01");
  await defaults(page).getByRole("button", { name: "Save" }).click();
  await expect(defaults(page).getByRole("alert").first()).toBeVisible();
  await field(colleague, balance).fill("0.25");
  await save(colleague);
  await expect(field(page, balance)).toHaveValue("0");
  await setEnd("18:00");
  await save(page);
  await expect(field(page, balance)).toHaveValue("0.25");

  // Typed in and taken back, while something else was stored.
  const before = await field(page, breakAfter).inputValue();
  await field(page, breakAfter).fill("100");
  await field(colleague, breakAfter).fill("270");
  await save(colleague);
  await field(colleague, balance).fill("0.5");
  await save(colleague);
  await expect(field(page, balance)).toHaveValue("0.5");
  await field(page, breakAfter).fill(before);
  await field(page, balance).fill("0.75");
  await save(page);
  await expect(field(page, breakAfter)).toHaveValue("270");
  await expect(field(page, balance)).toHaveValue("0.75");
  // The company is shared with other tests.
  await field(page, balance).fill("0");
  await field(page, breakAfter).fill(before);
  await save(page);
});

const withScripts = (are: boolean) => (are ? "with scripts" : "without scripts");

for (const javaScriptEnabled of [true, false])
  test(`whoever writes the same text is told what stands there now, ${withScripts(javaScriptEnabled)}`, async ({
    openPage,
    signIn,
    browserErrors,
  }) => {
    browserErrors.allow(/status of 409/);
    const [one, other] = [await openPage({ javaScriptEnabled }), await openPage({ javaScriptEnabled })];
    for (const page of [one, other]) {
      await signIn(page, "dispatcher");
      await page.goto("company/messages?kind=picked_up&language=fr");
    }
    const text = (page: Page) => page.getByRole("form", { name: "Text", exact: true });
    const mail = (page: Page) => text(page).getByLabel("E-mail");
    const save = (page: Page) => text(page).getByRole("button", { name: "Save the text" }).click();
    const told = (page: Page, words: string) =>
      javaScriptEnabled ? page.getByText(words).first() : page.locator("noscript p", { hasText: words });

    // Before there is news of the other text: with scripts it would come into the field.
    await mail(one).fill("My words.");
    await text(other).getByLabel("Subject").fill("Un mot");
    await mail(other).fill("Their words.");
    await save(other);
    await expect(told(other, "Successfully saved")).toBeVisible();
    await save(one);
    const refusal = "“E-mail” was changed to “Their words.” in the meantime.";
    await expect(text(one).getByText(refusal).first()).toBeVisible();
    await expect(mail(one)).toHaveValue("My words.");
    await other.reload();
    await expect(mail(other)).toHaveValue("Their words.");

    await save(one);
    await expect(told(one, "Successfully saved")).toBeVisible();
    await expect(text(one).getByText(refusal)).toHaveCount(0);
    await other.reload();
    await expect(mail(other)).toHaveValue("My words.");
    await expect(text(other).getByLabel("Subject")).toHaveValue("Un mot");

    // Nor does the built-in text take away what was not seen.
    await text(one).getByLabel("SMS").fill("My SMS {stop}");
    await save(one);
    await expect(told(one, "Successfully saved")).toBeVisible();
    const reset = other.getByRole("button", { name: "Use the built-in text again" });
    if (javaScriptEnabled) await expect(text(other).getByLabel("SMS")).toHaveValue("My SMS {stop}");
    else {
      await reset.click();
      const refused = other.getByText("“SMS” was changed to “My SMS {stop}” in the meantime.").first();
      await expect(refused).toBeVisible();
      // The button's own form has no field: the link leads to the one that shows the other text.
      await expect(other.getByRole("link", { name: "“SMS” was changed" })).toHaveAttribute("href", "#text-sms");
      await expect(text(other).getByLabel("SMS")).toHaveAttribute("id", "text-sms");
      await expect(text(other).getByLabel("SMS")).toHaveValue("My SMS {stop}");
    }
    await reset.click();
    await expect(told(other, "Successfully saved")).toBeVisible();
    await expect(mail(other)).not.toHaveValue("My words.");
  });
