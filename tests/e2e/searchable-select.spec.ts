import { expect, test } from "./fixtures";
import { isForm, post, prepareDay, stops } from "./prepare";

const NAMES = ["Ada", "Bea", "Cid", "Dot", "Eli", "Fay", "Gil", "Hal", "Ida", "Jon", "Kay", "Lou"];

// @spec AA-3.25
test(
  "a long list of choices is searched, by mouse and by keyboard",
  { tag: "@screen" },
  async ({ page, signIn }, info) => {
    await signIn(page, "dispatcher");
    await prepareDay(page, {
      title: "Long lists",
      visits: stops(["Ash"]),
      vehicles: [{ Plate: "LI 77" }],
      calculate: false,
    });
    for (const name of NAMES) {
      await post(page, "company/resources/couriers", {
        intent: "member.create",
        name,
        surname: "Driver",
        is_courier: 1,
        status: 1,
      });
    }
    await page.goto("company/resources/vehicles");
    await page.getByRole("link", { name: "LI 77" }).first().click();
    const dialog = page.getByRole("dialog");
    const field = dialog.getByRole("combobox", { name: "Driver", exact: true });
    const options = dialog.getByRole("listbox", { name: "Driver" }).getByRole("option");
    const saved = () => page.waitForResponse((response) => isForm(response.request()) && response.ok());

    await test.step("the list opens with what is chosen, and shows everything", async () => {
      await field.click();
      await expect(field).toHaveAttribute("aria-expanded", "true");
      await expect(options.filter({ hasText: "Ada Driver" })).toBeVisible();
      await expect(options.filter({ hasText: "Not assigned" })).toHaveAttribute("aria-selected", "true");
      await info.attach("open", { body: await page.screenshot(), contentType: "image/png" });
    });

    await test.step("words narrow it, Enter takes the first match, and it is saved", async () => {
      await field.fill("ka");
      await expect(options).toHaveText(["Kay Driver"]);
      const answer = saved();
      await field.press("Enter");
      await answer;
      await expect(field).toHaveValue("Kay Driver");
      await expect(options).toHaveCount(0);
    });

    await test.step("arrows move from what is chosen; Escape closes the list, not the dialog", async () => {
      await field.press("ArrowDown");
      await expect(options.filter({ hasText: "Kay Driver" })).toHaveAttribute("aria-selected", "true");
      await field.press("Escape");
      await expect(options).toHaveCount(0);
      await expect(dialog).toBeVisible();
      await field.press("ArrowDown");
      await field.press("ArrowDown");
      const answer = saved();
      await field.press("Enter");
      await answer;
      await expect(field).toHaveValue("Lou Driver");
    });

    await test.step("typing goes on from there with other words", async () => {
      await page.keyboard.type("hal");
      await expect(options).toHaveText(["Hal Driver"]);
      await field.press("Escape");
      await expect(field).toHaveValue("Lou Driver");
    });

    await test.step("what matches nothing is said, and leaving keeps what was chosen", async () => {
      await field.fill("zebra");
      await expect(dialog.getByText("Nothing matches “zebra”")).toBeVisible();
      await field.press("Tab");
      await expect(field).toHaveValue("Lou Driver");
    });

    await page.reload();
    await expect(dialog.getByRole("combobox", { name: "Driver", exact: true })).toHaveValue("Lou Driver");
  },
);
