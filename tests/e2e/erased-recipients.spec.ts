import path from "node:path";
import Database from "better-sqlite3";
import { demoEmail } from "../setup/e2e-platform";
import { expect, test } from "./fixtures";
import { SIZES } from "./pages/sizes";

const EMAIL = "wanda.weg@recipients.example";

test("an administrator without scripts looks for a recipient, is held up, decides, and sees that it is done", async ({
  openPage,
  page,
  platform,
  signIn,
  browserErrors,
}) => {
  browserErrors.allow(/status of 422/);
  const database = new Database(path.join(platform.dataDir, "platform.sqlite"));
  const { companyId } = database
    .prepare("SELECT current_company_id AS companyId FROM users WHERE email = ?")
    .get(demoEmail(platform, "dispatcher")) as { companyId: number };
  const id = Number(
    database
      .prepare(
        "INSERT INTO routing_visits (company_id, uid, name, address, type, status, recipient_email, recipient_name, " +
          "created_at, updated_at) VALUES (?, 'e2e-wanda', 'Weg', 'Vaduz', 'D', 1, ?, 'Wanda Weg', ?, ?)",
      )
      .run(companyId, EMAIL, "2026-01-05 06:00:00", "2026-01-05 06:00:00").lastInsertRowid,
  );

  const plain = await openPage({ ...SIZES.desktop, javaScriptEnabled: false });
  await signIn(plain, "dispatcher");
  const lookFor = async (contact: string) => {
    await plain.goto("company/data");
    await plain.getByLabel("E-mail or phone").fill(contact);
    await plain.getByRole("button", { name: "Look for visits" }).click();
  };
  const dialog = plain.getByRole("dialog");

  await lookFor("Wanda");
  await expect(plain.getByRole("link", { name: "Enter an e-mail or a phone number" })).toBeVisible();
  await lookFor(EMAIL);
  await expect(dialog.getByText("Still to be served")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Erase" })).toHaveCount(0);

  database.prepare("UPDATE routing_visits SET status = 4 WHERE id = ?").run(id);
  await lookFor(EMAIL.toUpperCase());
  // Nobody reads over a shoulder, or in a log, whom it is about.
  expect(plain.url()).not.toContain("wanda");
  await expect(dialog.getByText(`Are you sure you want to erase ${EMAIL}?`)).toBeVisible();
  await expect(dialog.getByRole("definition").first()).toHaveText("1");
  await dialog.getByLabel("E-mail or phone").fill("somebody@recipients.example");
  await dialog.getByRole("button", { name: "Erase" }).click();
  await expect(dialog.getByRole("link", { name: "This is not the same e-mail or phone" })).toBeVisible();
  await dialog.getByLabel("E-mail or phone").fill(EMAIL);
  await dialog.getByRole("button", { name: "Erase" }).click();
  const listed = { name: "Erased recipients" };
  await expect(plain.getByRole("table", listed).getByText(/^(?:Being erased|Erased)$/)).toBeVisible();

  await signIn(page, "dispatcher");
  await page.goto("company/data");
  await expect(page.getByRole("table", listed).getByText("Erased", { exact: true })).toBeVisible({
    timeout: 30_000,
  });
  const row = database.prepare("SELECT name, recipient_name, recipient_email FROM routing_visits WHERE id = ?").get(id);
  expect(row).toEqual({ name: "Erased recipient", recipient_name: "", recipient_email: "" });
  database.close();
  await page.goto("company/log");
  await expect(
    page
      .getByRole("table")
      .getByText(/recipient/i)
      .first(),
  ).toBeVisible();
  await expect(page.getByText("wanda")).toHaveCount(0);

  // With scripts the question is the same.
  await page.goto("company/data");
  await page.getByLabel("E-mail or phone").fill("nobody@recipients.example");
  await page.getByRole("button", { name: "Look for visits" }).click();
  await expect(page.getByRole("dialog").getByText("No visit and no message has this e-mail or phone")).toBeVisible();
});
