import { expect, test } from "./fixtures";
import { isForm, prepareDay, stops } from "./prepare";

// @spec PC-2.42 PC-2.50
// @spec PC-7.15
// @spec PC-2.46
test(
  "a vehicle's fields save themselves, each for itself",
  { tag: "@screen" },
  async ({ page, signIn, browserErrors }) => {
    browserErrors.allow(/status of 422/);
    await signIn(page, "dispatcher");
    await prepareDay(page, {
      title: "Own fields",
      visits: stops(["Ash"]),
      vehicles: [{ Plate: "LI 88" }],
      calculate: false,
    });
    await page.goto("company/resources/vehicles");
    await page.getByRole("link", { name: "LI 88" }).first().click();
    const dialog = page.getByRole("dialog");
    await expect(page).toHaveURL(/dialog=edit-vehicle/);
    const address = page.url();
    const says = (text: string) => dialog.getByRole("status").filter({ hasText: text });
    // By role: the mark beside a label is its text, but no part of the field's name.
    const field = (name: string) => dialog.getByRole("textbox", { name, exact: true });
    const leave = async (name: string, value: string) => {
      await field(name).fill(value);
      await field(name).blur();
    };
    const workingHours = dialog.getByRole("group", { name: "Working hours" });
    const hours = workingHours.getByRole("textbox");
    const rangeMessages = workingHours.getByText(/^(?:Start time must be less|End time must be greater) than/);

    await test.step("what is refused stays, is marked, and keeps nothing else from being saved", async () => {
      await leave("Visits max", "-3");
      await expect(says("Not saved: Visits max must not be negative")).toBeVisible();
      let posts = 0;
      page.on("request", (request) => void (posts += isForm(request) ? 1 : 0));
      const refused = page.waitForResponse((response) => response.status() === 422);
      await hours.first().fill("18:00");
      await hours.last().fill("08:00");
      await hours.last().blur();
      await refused;
      // An answer, not the note: it still says "Saved" of the field before.
      const stored = () => page.waitForResponse((response) => isForm(response.request()) && response.ok());
      const overtime = stored();
      await leave("Overtime", "45");
      await overtime;
      expect(posts).toBe(2);
      await expect(field("Visits max")).toHaveValue("-3");
      await expect(dialog.getByText("Visits max must not be negative").first()).toBeVisible();
      // Of the two messages the one of the start, at the start: both ends were changed.
      await expect(rangeMessages).toHaveText(["Start time must be less than end time"]);
      const visitsMax = stored();
      await leave("Visits max", "30");
      await visitsMax;
      const wholeHours = stored();
      await hours.first().fill("06:00");
      await hours.last().fill("14:00");
      await hours.last().blur();
      await wholeHours;
      await expect(says("✓ Saved")).toBeVisible();
    });

    await test.step("hours that run backwards are named at the end that was changed, and there alone", async () => {
      await hours.last().fill("05:00");
      await hours.last().blur();
      await expect(says("Not saved: End time must be greater than start time")).toBeVisible();
      await expect(rangeMessages).toHaveText(["End time must be greater than start time"]);
      await expect(hours.last()).toHaveAttribute("aria-invalid", "true");
      await hours.last().fill("14:00");
      await hours.last().blur();
      await expect(says("✓ Saved")).toBeVisible();
      await hours.first().fill("20:00");
      await hours.first().blur();
      await expect(says("Not saved: Start time must be less than end time")).toBeVisible();
      await expect(rangeMessages).toHaveText(["Start time must be less than end time"]);
      await expect(hours.first()).toHaveAttribute("aria-invalid", "true");
      await hours.first().fill("06:00");
      await hours.first().blur();
      await expect(says("✓ Saved")).toBeVisible();
    });

    await test.step("closed while something is typed, it is saved all the same", async () => {
      await field("Load").fill("750");
      await page.keyboard.press("Escape");
      await expect(dialog).toHaveCount(0);
      await expect(async () => {
        await page.goto(address);
        await expect(field("Load")).toHaveValue("750", { timeout: 2_000 });
      }).toPass();
      await expect(field("Visits max")).toHaveValue("30");
      await expect(field("Overtime")).toHaveValue("45");
      await expect(hours.first()).toHaveValue("06:00");
      await expect(hours.last()).toHaveValue("14:00");
    });

    await test.step("thousands are read as the lists show them, what may be another number is asked for", async () => {
      const saved = page.waitForResponse((response) => isForm(response.request()) && response.ok());
      await leave("Load", "1,200.5");
      await saved;
      await expect(field("Load")).toHaveValue("1200.5");
      const said = page.waitForResponse((response) => isForm(response.request()) && response.ok());
      await field("Max distance").fill("");
      // Four digits and a mark.
      await field("Max distance").pressSequentially("1,200");
      await field("Max distance").blur();
      await said;
      await expect(field("Max distance")).toHaveValue("1200");
      await leave("Load", "1.200");
      await expect(dialog.getByText("can be read in two ways: write 1200 or 1.2").first()).toBeVisible();
      await expect(field("Load")).toHaveValue("1.200");
      await leave("Load", "900");
      await expect(says("✓ Saved")).toBeVisible();
    });

    await test.step("only a truck is asked for its weight", async () => {
      await expect(field("Weight")).toBeHidden();
      await dialog.getByRole("combobox", { name: "Type" }).selectOption("Truck");
      await expect(field("Weight")).toBeVisible();
    });
  },
);

test("working hours are typed with am and pm too, and what is no time is left as it was typed", async ({
  page,
  signIn,
}) => {
  await signIn(page, "dispatcher");
  await page.goto("company/resources/vehicles?dialog=new-vehicle");
  const hours = page.getByRole("dialog").getByRole("group", { name: "Working hours" });
  const [from, to] = [hours.getByRole("textbox").first(), hours.getByRole("textbox").last()];
  const type = async (field: typeof from, text: string) => {
    await field.fill("");
    await field.pressSequentially(text);
    await field.blur();
  };
  await type(from, "7 am");
  await expect(from).toHaveValue("07:00");
  await type(to, "11:30 p.m.");
  await expect(to).toHaveValue("23:30");
  await type(to, "-9:00");
  await expect(hours.getByText("To must be a time like 08:30, not “-9:00”")).toBeVisible();
  await expect(to).toHaveValue("-9:00");
});
