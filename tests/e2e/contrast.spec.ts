import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { contrastOf } from "./pages/contrast-of";
import { PlanPage } from "./pages/plan-page";
import { SIZES } from "./pages/sizes";
import { onTheRoad, prepareDay, stops } from "./prepare";

// A ring that fades in would be looked at half-way.
test.use({ contextOptions: { reducedMotion: "reduce" } });

/** What a colour of the system is in this browser: "Highlight" is rgb(…). */
const systemColour = (page: Page, name: string): Promise<string> =>
  page.evaluate((colour) => {
    const probe = document.body.appendChild(document.createElement("span"));
    probe.style.color = colour;
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, name);

const styleOf = (locator: Locator, property: string): Promise<string> =>
  locator.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);

for (const colorScheme of ["light", "dark"] as const)
  test(`a field that has the focus shows it, ${colorScheme}`, async ({ openPage, signIn }) => {
    const page = await openPage({ colorScheme, reducedMotion: "reduce" });
    await signIn(page, "dispatcher");
    await page.goto("company/settings");
    await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", colorScheme);
    const fields = [page.getByLabel("Service time of a visit"), page.getByLabel("Routes start at")];
    for (const field of fields) {
      expect(await styleOf(field, "outline-style"), "without the focus").toBe("none");
      await field.focus();
      expect(await styleOf(field, "outline-style")).toBe("solid");
      expect(await styleOf(field, "outline-width")).toBe("2px");
      expect(await contrastOf(field, "outline-color")).toBeGreaterThan(3);
    }
  });

test.describe("in the system's own colours", () => {
  test.use({ contextOptions: { forcedColors: "active", reducedMotion: "reduce" } });

  test("what is checked, chosen or open shows it without its ground", async ({ page, signIn }) => {
    await signIn(page, "dispatcher");
    const vehicles = [{ Plate: "Seen 1" }, { Plate: "Seen 2" }];
    const day = await prepareDay(page, { title: "Seen", visits: stops(["Ash", "Beech"]), vehicles });
    await page.goto("company/settings");
    const [highlight, canvas] = [await systemColour(page, "Highlight"), await systemColour(page, "Canvas")];
    const expectMarked = async (locator: Locator, side: string, isMarked = true) => {
      const colour = expect.soft(await styleOf(locator, `border-${side}-color`), `${side} of ${locator.toString()}`);
      if (isMarked) {
        colour.toBe(highlight);
        expect.soft(parseFloat(await styleOf(locator, `border-${side}-width`))).toBeGreaterThanOrEqual(2);
      } else colour.not.toBe(highlight);
    };

    await test.step("boxes and switches", async () => {
      const box = page.getByRole("checkbox").and(page.locator(":checked")).first();
      await expect(box).toBeChecked();
      expect.soft(await styleOf(box, "appearance")).toBe("auto");
      const breaks = page.getByRole("switch").first();
      const track = breaks.locator("xpath=following-sibling::*[1]");
      const ground = () => styleOf(track, "background-color");
      await breaks.setChecked(false);
      expect.soft(await ground()).toBe(canvas);
      expect.soft(await styleOf(track, "border-top-width")).toBe("2px");
      await breaks.setChecked(true);
      await expect.poll(ground).toBe(highlight);
    });

    await test.step("the tabs of an area, and the rail", async () => {
      const tabs = page.getByRole("navigation", { name: "Company" });
      await expectMarked(tabs.getByRole("link", { name: "Settings" }), "bottom");
      const idle = tabs.getByRole("link", { name: "Messages" });
      await expectMarked(idle, "bottom", false);
      expect.soft(await styleOf(idle, "border-bottom-color")).toBe(canvas);
      const rail = page.getByRole("navigation", { name: "Main" });
      await expectMarked(rail.getByRole("link", { name: "Company" }), "top");
      await expectMarked(rail.getByRole("link", { name: "Planning" }), "top", false);
    });

    await test.step("a filter", async () => {
      await page.goto("company/resources/vehicles");
      const filter = page.getByRole("navigation", { name: "Status" });
      await expectMarked(filter.getByRole("link", { name: "All" }), "top");
      await expectMarked(filter.getByRole("link", { name: "Inactive" }), "top", false);
      const row = page.getByRole("row", { name: /Seen 1/ });
      await row.getByRole("checkbox").check();
      await expectMarked(row.getByRole("cell").first(), "left");
    });

    await test.step("a route: its row and its colour", async () => {
      const plan = new PlanPage(page, "desktop");
      await page.goto(`${day.path}?route=${await day.route("Seen 1")}`);
      await expect(plan.route("Seen 1")).toHaveAttribute("data-selected");
      await expectMarked(plan.route("Seen 1"), "left");
      await expectMarked(plan.route("Seen 2"), "left", false);
      const dot = plan.route("Seen 1").locator(".route-colour").first();
      expect.soft([canvas, "rgba(0, 0, 0, 0)"]).not.toContain(await styleOf(dot, "background-color"));
    });
  });

  test("a driver sees which view is open", async ({ openPage, page, signIn }) => {
    await signIn(page, "dispatcher");
    const { routeId } = await onTheRoad(page, "Views", ["Ash"]);
    const phone = await openPage({ ...SIZES.phone, forcedColors: "active" });
    await signIn(phone, "driver");
    await phone.goto(`driver/route/${routeId}`);
    const tabs = phone.getByRole("navigation", { name: "Route" });
    await expect(tabs.getByRole("link", { name: "Now" })).toHaveAttribute("aria-current");
    const highlight = await systemColour(phone, "Highlight");
    expect(await styleOf(tabs.getByRole("link", { name: "Now" }), "border-top")).toBe(`3px solid ${highlight}`);
    expect(await styleOf(tabs.getByRole("link", { name: "All stops" }), "border-top-width")).toBe("0px");
  });
});
