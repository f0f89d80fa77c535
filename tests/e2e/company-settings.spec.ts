import path from "node:path";
import Database from "better-sqlite3";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { pageCompany, prepareDay, stops } from "./prepare";

const SAVED = "Successfully saved";

const proofDays = (page: Page) => page.getByRole("textbox", { name: "Photos and signatures are kept for" });

test("a field that is sent with Enter shows what is stored", async ({ page, signIn, browserErrors }) => {
  browserErrors.allow(/status of 422/);
  await signIn(page, "dispatcher");
  await page.goto("company/settings");
  const service = page.getByRole("textbox", { name: "Service time of a visit" });
  const from = page.getByRole("textbox", { name: "From", exact: true });
  // The second time what is stored stays as it was: nothing comes that the field could take over.
  for (let time = 0; time < 2; time++) {
    await service.fill("500");
    await page.keyboard.press("Enter");
    await expect(page.getByText(SAVED).first()).toBeVisible();
    await expect(service).toHaveValue("99.9");
    await page.reload();
    await expect(service).toHaveValue("99.9");
  }
  await from.fill("8");
  await page.keyboard.press("Enter");
  await expect(page.getByText(SAVED).first()).toBeVisible();
  await expect(from).toHaveValue("08:00");
  await page.reload();
  await expect(from).toHaveValue("08:00");
  // Each other one that clamps: what is typed is understood before it goes.
  await service.fill("many");
  await page.keyboard.press("Enter");
  await expect(service).toHaveAccessibleDescription(/Service time of a visit must be a number, not “many”/);
});

/** Two photos and a signature of years ago, and where a vehicle was then. */
async function longAgo(page: Page, dataDir: string, title: string): Promise<void> {
  const day = await prepareDay(page, { title, visits: stops(["Ash"]), vehicles: [{ Plate: `${title} 1` }] });
  const [visit, route, { pageCompany: company }] = await Promise.all([
    day.visit("Ash"),
    day.route(`${title} 1`),
    pageCompany(page),
  ]);
  const at = "2020-02-29 08:00:00";
  const database = new Database(path.join(dataDir, "platform.sqlite"));
  const proof = database.prepare(
    "INSERT INTO routing_visit_attachments (company_id, visit_id, path, type, created_at) VALUES (?, ?, ?, ?, ?)",
  );
  ["photo", "photo", "signature"].forEach((type, index) =>
    proof.run(company, visit, `companies/${company}/visits/${title}-${index}.jpg`, type, at),
  );
  database
    .prepare("INSERT INTO vehicle_positions (company_id, route_id, taken_at, lat, lng) VALUES (?, ?, ?, 47.1, 9.5)")
    .run(company, route, at);
  database.close();
}

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled });

    test("what is kept for fewer days is removed after a question with numbers", async ({ page, signIn, platform }) => {
      await signIn(page, "dispatcher");
      await longAgo(page, platform.dataDir, javaScriptEnabled ? "Asked" : "Plain");
      const database = new Database(path.join(platform.dataDir, "platform.sqlite"));
      database.prepare("UPDATE companies SET proofs_kept_days = NULL, positions_kept_days = 400").run();
      const stored = () => database.prepare("SELECT DISTINCT positions_kept_days FROM companies").pluck().all();
      await page.goto("company/settings");
      const question = page.getByRole("alertdialog");

      await proofDays(page).fill("3");
      await page.keyboard.press("Enter");
      await expect(question).toContainText("Do you want to keep photos and signatures for 7 days only?");
      await expect(question).toContainText(/[24] photos and [12] signatures? older than 7 days/);
      await question.getByRole("link", { name: "Cancel" }).click();
      await expect(question).toHaveCount(0);
      // Nothing was stored, and the field says so.
      await expect(proofDays(page)).toHaveValue("");
      await page.reload();
      await expect(proofDays(page)).toHaveValue("");

      await proofDays(page).fill("30");
      await page.keyboard.press("Enter");
      await question.getByRole("button", { name: "Keep for 30 days" }).click();
      await expect(question).toHaveCount(0);
      await expect(proofDays(page)).toHaveValue("30");

      const positions = page.getByRole("textbox", { name: "Positions are kept for" });
      await positions.fill("5");
      await page.keyboard.press("Enter");
      await expect(question).toContainText(/[12] positions? older than 5 days/);
      await question.getByRole("button", { name: "Keep for 5 days" }).click();
      await expect(question).toHaveCount(0);
      await expect(positions).toHaveValue("5");

      // More days remove nothing, so that nothing is asked.
      await positions.fill("60");
      await page.keyboard.press("Enter");
      await expect.poll(stored).toEqual([60]);
      await expect(question).toHaveCount(0);
      database.close();
    });
  });
