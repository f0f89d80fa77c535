import { expect, test } from "./fixtures";
import { palestText } from "./pages/contrast-of";
import { DRIVER, linkHash, prepareDay, startRoute, stops } from "./prepare";

const PAPER = "rgb(255, 255, 255)";

test("prints dark ink on white paper, whatever the screen's scheme", async ({ openPage, signIn }) => {
  const page = await openPage({ colorScheme: "dark" });
  await signIn(page, "dispatcher");
  const day = await prepareDay(page, {
    title: "Paper",
    visits: stops(["Ash", "Beech"]),
    vehicles: [{ Plate: "Paper 1" }],
  });
  const routeId = await day.route("Paper 1");
  await startRoute(page, day, routeId, DRIVER);
  const visitId = await day.visit("Ash");
  const link = `tracking/public/visit/${visitId}/${await linkHash(page, "visit", visitId)}`;
  for (const address of ["company/dashboard", `planning/plan/${day.planId}`, link]) {
    await page.goto(address);
    const body = page.locator("body");
    await expect(body, `${address} on a screen`).not.toHaveCSS("background-color", PAPER);
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await expect(body, `${address} on paper`).toHaveCSS("background-color", PAPER);
    const { contrast, words } = await palestText(page);
    expect(contrast, `${address}: ${words}`).toBeGreaterThanOrEqual(4.5);
    await page.emulateMedia({ media: "screen", colorScheme: "dark" });
  }
});
