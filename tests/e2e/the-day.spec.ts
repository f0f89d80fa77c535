import { chooseFile, importNow } from "./dispatcher";
import { expect, test } from "./fixtures";
import { PlanPage } from "./pages/plan-page";
import { SIZES } from "./pages/sizes";
import type { SizeName } from "./pages/sizes";
import { planState, stops, workbook } from "./prepare";

/** On a ring around the warehouse, from its east against the clock; two vans that take five of them each. */
const NAMES = ["Alder", "Birch", "Cedar", "Dogwood", "Elm", "Fir", "Hazel", "Larch", "Maple", "Pine"];
const EACH_KG = 14;

// The desktop has all that the server does; the other widths are about screens, and one database will do.
for (const size of Object.keys(SIZES) as SizeName[]) {
  test.describe(size, { tag: size === "desktop" ? [] : ["@screen"] }, () => {
    test.use(SIZES[size]);

    // @spec PC-2.64 PC-2.65 PC-4.053 PC-4.069 PC-4.070 PC-5.49 PC-8.05 PC-1.02
    // @spec PC-4.008 PC-4.009
    // @spec PC-4.099 PC-8.12
    test("a dispatcher's day, from the spreadsheet to the finished route", async ({
      page,
      signIn,
      browserErrors,
    }, info) => {
      // Out-of-turn reports are questions, stale ones refusals: both are answered with a status of their own.
      browserErrors.allow(/status of 4(09|22)/);
      // A panel may ask once more for the visit that was removed in it.
      browserErrors.allow(/status of 404.*planning\/visit/);
      const plan = new PlanPage(page, size);
      const title = `Day on a ${size}`;
      const [own, other] = [`${size} north`, `${size} south`];
      await signIn(page, "dispatcher");

      await test.step("a plan with a warehouse of its own", async () => {
        await page.goto("planning");
        await page.getByRole("link", { name: "New plan" }).first().click();
        const dialog = page.getByRole("dialog", { name: "New plan" });
        await dialog.getByRole("textbox", { name: "Title", exact: true }).fill(title);
        await dialog.getByRole("combobox", { name: "Warehouse", exact: true }).selectOption("Add new");
        await dialog.getByLabel("Title of the warehouse").fill(`${title} depot`);
        await dialog.getByLabel("Latitude").fill("47.1353");
        await dialog.getByLabel("Longitude").fill("9.5373");
        await dialog.getByRole("button", { name: "Create plan" }).click();
        await expect(page).toHaveURL(/\/planning\/plan\/\d+/);
      });
      const planId = Number(/plan\/(\d+)/.exec(page.url())![1]);

      await test.step("import visits and vehicles", async () => {
        await plan.openImport();
        const visits = stops(NAMES, { "Package load": EACH_KG });
        const vehicles = [own, other].map((name) => ({ Plate: name, "Max load": 5 * EACH_KG }));
        await chooseFile(page, workbook("day.xlsx", { Visits: visits, Vehicles: vehicles }), `Import into ${title}`);
        await importNow(page);
        await page.getByRole("link", { name: "Open the plan" }).click();
        await expect(page.getByText("0/10 scheduled")).toBeVisible();
      });

      await test.step("calculate", async () => {
        await plan.button("Calculate").click();
        await expect(page.getByText(/Calculated: 2 routes/)).toBeVisible({ timeout: 60_000 });
        await expect(page.getByText("10/10 scheduled")).toBeVisible();
      });

      /** The visits of a route as the server has them, in driving order. */
      const order = async (vehicle: string): Promise<string[]> => {
        const { routes, visits } = await planState(page, planId);
        const route = routes.find((one) => one.vehicle === vehicle);
        return visits
          .filter((one) => one.routeId === route?.id && NAMES.includes(one.name))
          .sort((a, b) => a.label - b.label)
          .map((one) => one.name);
      };
      const before = await order(own);
      expect(before).toHaveLength(5);

      await test.step("a drag says what it breaks before the drop, and the route says it afterwards", async () => {
        const dragged = (await order(other))[0]!;
        await plan.unfold(other);
        const held = await plan.hold(plan.visit(dragged), plan.route(own), { share: 0.5 });
        await expect(plan.dragCard).toContainText(dragged);
        await expect(plan.dragCard).toContainText("14 kg over");
        await expect(plan.dragCard).toContainText(/[+−]\d+ min/);
        await expect(plan.dragCard).toContainText(/km/);
        expect(await plan.stopsOf(own)).toBe(5);
        await held.release();
        await expect.poll(() => plan.stopsOf(own)).toBe(6);
        await expect(plan.warnings(own)).toHaveAccessibleName("1 warning");
        await plan.expectWarnings(own, ["14 kg over"]);
        await plan.fold(other);
      });

      await test.step("undo puts it back", async () => {
        await plan.undo();
        await expect(page.getByText(/^Undone: /)).toBeVisible();
        await expect.poll(() => plan.stopsOf(own)).toBe(5);
        await expect(plan.warnings(own)).toHaveCount(0);
        expect(await order(own)).toEqual(before);
      });

      await test.step("a lasso on the map chooses, and the choice goes to a route", async () => {
        // The quarter in the north-east: Birch and Cedar, whatever the map's size.
        await plan.lasso({ left: 0.53, top: 0.02, right: 0.98, bottom: 0.47 });
        await expect(plan.selection).toContainText("2 selected");
        for (const part of ["Map", "Timeline", "List"] as const) {
          await plan.show(part);
          await expect(plan.selection.getByRole("button", { name: "Assign to…" })).toBeInViewport({ ratio: 1 });
          for (const name of ["Calculate", "Approve"]) await expect(plan.button(name)).toBeInViewport({ ratio: 1 });
        }
        const target = before.includes("Birch") ? other : own;
        await plan.assignSelection(target, /28 kg over/);
        await expect.poll(() => plan.stopsOf(target)).toBe(7);
        // The page shows the move at once; the server has it a moment later.
        await expect.poll(() => order(target)).toEqual(expect.arrayContaining(["Birch", "Cedar"]));
        await plan.undo();
        await expect.poll(() => plan.stopsOf(target)).toBe(5);
        await plan.selection.getByRole("button", { name: "Clear" }).click();
        await expect(plan.selection).toBeHidden();
      });

      if (size !== "phone") {
        await test.step("Shift and a click on the map add a visit to the choice", async () => {
          // What was said about the last step may lie over the map for some seconds.
          await plan.closeMessages();
          const chosen = ["Alder", "Pine"];
          const routes = [own, other].filter((vehicle) =>
            chosen.some((name) => before.includes(name) === (vehicle === own)),
          );
          for (const vehicle of routes) await plan.unfold(vehicle);
          for (const name of chosen) {
            const { x, y } = await plan.placeOnMap(name);
            await page.keyboard.down("Shift");
            await page.mouse.click(x, y);
            await page.keyboard.up("Shift");
          }
          await expect(plan.selection).toContainText("2 selected");
          await plan.selection.getByRole("button", { name: "Clear" }).click();
          await expect(plan.selection).toBeHidden();
          for (const vehicle of routes) await plan.fold(vehicle);
        });
      }

      await test.step("approve locks; a locked route can be unlocked and locked again", async () => {
        await plan.button("Approve").click();
        for (const vehicle of [own, other]) {
          await expect(plan.route(vehicle)).toContainText("Scheduled");
          await expect(plan.route(vehicle).getByRole("img", { name: "Locked" })).toBeVisible();
        }
        await plan.inRouteMenu(own, "Unlock");
        await expect(plan.route(own).getByRole("img", { name: "Locked" })).toHaveCount(0);
        await plan.inRouteMenu(own, "Lock");
        await expect(plan.route(own).getByRole("img", { name: "Locked" })).toBeVisible();
      });

      await test.step("start", async () => {
        await plan.inRouteMenu(own, "Start");
        await plan.answer("Are you sure you want to start this route?", "Start");
        await expect(plan.route(own)).toContainText("On route");
      });

      const [first, second, third, ...rest] = (await order(own)) as [string, string, string, ...string[]];
      await plan.unfold(own);

      await test.step("the next visit is done without a question", async () => {
        const panel = await plan.openVisit(first);
        await panel.button("Done").click();
        await expect(panel.root).toContainText("Done!");
        await panel.close();
        await expect(plan.status(first, "Done")).toBeVisible();
      });

      await test.step("another one out of turn, with a question", async () => {
        const panel = await plan.openVisit(third);
        await panel.button("Done").click();
        await plan.answer(
          "This visit is not the next in the route. Are you sure you want to mark it as done?",
          "Mark as done",
        );
        await plan.closePanel();
        await expect(plan.status(third, "Done")).toBeVisible();
        // It moves to just after the vehicle's current visit.
        await expect.poll(async () => (await order(own)).slice(0, 3)).toEqual([first, third, second]);
      });

      await test.step("a visit fails with a reason", async () => {
        const panel = await plan.openVisit(second);
        await panel.fail("Refused");
        await plan.closePanel();
        await expect(plan.status(second, "Failed")).toBeVisible();
        await page.goto(`planning/plan/failed/${planId}`);
        await expect(page.getByText(second).first()).toBeVisible();
        await expect(page.getByText("Refused").first()).toBeVisible();
        await page.goto(`planning/plan/${planId}`);
        await plan.unfold(own);
      });

      await test.step("finish is refused while something is unserved, and says so", async () => {
        await plan.openRouteMenu(own);
        await expect(plan.routeItem("Finish")).toBeDisabled();
        await expect(plan.routeItem("Finish")).toContainText(
          "You can not finish route while there are unserved visits",
        );
        await page.keyboard.press("Escape");
      });

      await test.step("served to the end, it finishes", async () => {
        for (const name of rest) {
          const panel = await plan.openVisit(name);
          await panel.button("Done").click();
          await expect(panel.root).toContainText("Done!");
          await panel.close();
        }
        await plan.inRouteMenu(own, "Finish");
        await plan.answer("Are you sure you want to finish this route?", "Finish");
        await expect(plan.route(own)).toContainText("Completed");
      });

      await test.step("reset takes everything back", async () => {
        await plan.inRouteMenu(own, "Reset");
        await plan.answer(/Reset/, "Reset");
        await expect(plan.route(own)).toContainText("Empty");
        await expect(page.getByText("5/10 scheduled")).toBeVisible();
      });

      await test.step("set empty, once unlocked", async () => {
        await plan.openRouteMenu(other);
        await expect(plan.routeItem("Set empty")).toBeDisabled();
        await page.keyboard.press("Escape");
        await plan.inRouteMenu(other, "Unlock");
        await expect(plan.route(other).getByRole("img", { name: "Locked" })).toHaveCount(0);
        await plan.inRouteMenu(other, "Set empty");
        await expect(plan.route(other)).toContainText("Empty");
      });

      await test.step("a visit is removed; who declines keeps it without a plan", async () => {
        await plan.unfold("Uns");
        const removed = await plan.openVisit(first);
        await removed.remove("delete");
        await expect(plan.visit(first)).toHaveCount(0);
        const kept = await plan.openVisit(second);
        await kept.remove("keep");
        await expect(plan.visit(second)).toHaveCount(0);
        expect((await planState(page, planId)).visits.map((one) => one.name)).not.toContain(second);
      });

      await test.step("all visits go, and a route", async () => {
        await plan.inPlanMenu("Remove all visits");
        await plan.answer("Remove all visits?", "Remove");
        await expect(page.getByText("0/0 scheduled")).toBeVisible();
        await plan.inRouteMenu(other, "Remove route");
        await plan.answer(`Do you want to remove ${other}?`, "Remove");
        await expect(plan.route(other)).toHaveCount(0);
        await expect(plan.route(own)).toBeVisible();
      });
      info.annotations.push({ type: "size", description: size });
    });
  });
}
