import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { createDatabase } from "~/db/client.server";
import type { PlatformServer } from "../setup/e2e-server";
import { expect, test } from "./fixtures";
import { expectNoFaults } from "./pages/serious-faults";
import { SIZES } from "./pages/sizes";
import { textSizes } from "./pages/text-sizes";
import { DRIVER, post, prepareDay, startRoute, stops, zoneAtNoon } from "./prepare";

const RECIPIENT = "ann@recipient.example";

/** No message at all, and the quiet hours of a new company. */
const AS_AT_FIRST = {
  intent: "messages.save",
  ...{ out_for_delivery_mail: 0, delivered_mail: 0 },
  ...{ quiet_start: "21:00", quiet_end: "07:00", sender: "", language: "" },
};

/** The mails to a recipient as mail programs get them, lines joined that were folded. */
const mailsTo = (platform: PlatformServer, recipient = RECIPIENT): string[] => {
  const folder = path.join(platform.dataDir, "outbox");
  // It is made with the first mail.
  return (existsSync(folder) ? readdirSync(folder) : [])
    .filter((name) => name.endsWith(".eml"))
    .map((name) => readFileSync(path.join(folder, name), "utf8").replace(/=\r\n/g, "").replaceAll("=3D", "="))
    .filter((mail) => mail.includes(`To: ${recipient}`));
};

test("a company writes its own words, a driver reports, the recipient reads them and ends the messages", async ({
  page,
  openPage,
  signIn,
  platform,
  browserErrors,
}) => {
  browserErrors.allow(/status of 4(22|04)/);
  await signIn(page, "dispatcher");
  await page.goto("company/messages?kind=delivered&language=de");
  await page.getByRole("group", { name: "Delivered" }).getByRole("checkbox", { name: "E-mail" }).check();
  await page.getByRole("textbox", { name: "Quiet from" }).fill("");
  await page.getByRole("textbox", { name: "Quiet to" }).fill("");
  await page.getByRole("textbox", { name: "Sender" }).fill("Bakery");
  await page.getByRole("combobox", { name: "Language", exact: true }).selectOption("de");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Successfully saved")).toBeVisible();

  await page.goto("company/messages?kind=delivered&language=de");
  const preview = page.getByRole("group", { name: "Preview" });
  await expect(preview).toContainText("Guten Tag Anna Keller,");
  await page.getByRole("textbox", { name: "Subject" }).fill("{company}: da um {eta}");
  await expect(preview).toContainText("Subject: {eta} has no value in this message");
  await page.getByRole("button", { name: "Save the text" }).click();
  await expect(page.getByRole("textbox", { name: "Subject" })).toHaveAttribute("aria-invalid", "true");
  expect(await textSizes(page), "with help and a fault").toEqual([12, 14, 20]);
  await page.getByRole("textbox", { name: "Subject" }).fill("{company}: da um {time}");
  await expect(preview).toContainText("Bakery: da um 14:24");
  await expect(preview).toContainText(/\d+ of 160 characters, 1 SMS|\d+ of 306 characters, 2 SMS/);
  await page.getByRole("button", { name: "Save the text" }).click();
  await expect(page.getByRole("option", { name: "Deutsch (own)" })).toBeAttached();

  const day = await prepareDay(page, {
    title: "Told",
    visits: stops(["Ash", "Beech"], { "Recipient email": RECIPIENT, "Recipient name": "Ann" }),
    vehicles: [{ Plate: "Told 1" }],
  });
  const routeId = await day.route("Told 1");
  await startRoute(page, day, routeId, DRIVER);
  const [first = ""] = await day.order("Told 1");
  await page.goto(`${day.path}?visit=${await day.visit(first)}`);
  await expect(page.getByRole("complementary").getByRole("heading", { name: first })).toBeVisible();
  const phone = await openPage(SIZES.phone);
  await signIn(phone, "driver");
  await post(phone, `driver/route/${routeId}`, { intent: "done", visitId: await day.visit(first), confirmed: 1 });
  await expect.poll(() => mailsTo(platform)).toHaveLength(1);
  const [mail = ""] = mailsTo(platform);
  expect(mail).toMatch(/Subject: Bakery: da um \d\d:\d\d/);
  expect(mail).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
  const link = /List-Unsubscribe: <(\S+)>/.exec(mail)?.[1] ?? "";

  // The panel that stayed open shows it by itself.
  const told = page.getByRole("region", { name: "Messages to the recipient" });
  await expect(told).toContainText(/Delivered, E-mail sent .*ann@recipient\.example/);

  const reader = await openPage({ ...SIZES.phone, javaScriptEnabled: false });
  await reader.goto(link);
  await expect(reader.getByRole("heading", { name: "Nachrichten von Bakery" })).toBeVisible();
  await expect(reader.locator("body")).not.toContainText(RECIPIENT);
  await reader.getByRole("button", { name: "Abmelden" }).click();
  await expect(reader.getByRole("status")).toContainText("nicht mehr");
  const seen = await openPage(SIZES.phone);
  await seen.goto(link);
  await expectNoFaults(seen);
  await page.reload();
  await expect(told).toContainText("The recipient has unsubscribed: E-mail");
  // The company is shared with other tests.
  await post(page, "company/messages", AS_AT_FIRST);
  await post(page, "company/messages", { intent: "message_text.reset", language: "de", kind: "delivered" });
});

test("an e-mail that is corrected after a message leaves a link open, which the panel names and revokes", async ({
  page,
  signIn,
  platform,
}) => {
  await signIn(page, "dispatcher");
  const open = { quiet_start: "", quiet_end: "" };
  await post(page, "company/messages", { intent: "messages.save", ...open, out_for_delivery_mail: 1 });
  const day = await prepareDay(page, {
    title: "Misdirected",
    visits: stops(["Fir"], { "Recipient email": "wrong@recipient.example", "Recipient name": "Ann" }),
    vehicles: [{ Plate: "Wrong 1" }],
  });
  const db = createDatabase({ file: path.join(platform.dataDir, "platform.sqlite"), busyTimeoutMs: 10_000 });
  // Where it is about noon now, the day is the same one all through the test.
  const { warehouse_id: warehouseId } = (await db("routing_plans").where({ id: day.planId }).first("warehouse_id"))!;
  await db("warehouses").where({ id: warehouseId! }).update({ time_zone: zoneAtNoon() });
  const today = new Date().toISOString().slice(0, 10);
  await db("routing_plans").where({ id: day.planId }).update({ service_date: today });
  await db.destroy();
  await startRoute(page, day, await day.route("Wrong 1"), DRIVER);
  await page.goto(`${day.path}?visit=${await day.visit("Fir")}`);
  const told = page.getByRole("region", { name: "Messages to the recipient" });
  await expect(told).toContainText("Out for delivery, E-mail sent");
  const sentence = page.getByText("The link that went to wrong@recipient.example still opens this visit’s page.");
  await expect(sentence).toHaveCount(0);

  const panel = page.getByRole("complementary");
  await panel.getByRole("textbox", { name: "E-mail" }).fill("right@recipient.example");
  await panel.getByRole("textbox", { name: "E-mail" }).blur();
  await expect(sentence).toBeVisible();
  await expectNoFaults(page);
  await told.getByRole("button", { name: "Revoke link" }).click();
  await expect(page.getByText("The link is revoked. The next one is another.")).toBeVisible();
  await expect(sentence).toHaveCount(0);
  await expect.poll(() => mailsTo(platform, "right@recipient.example")).toHaveLength(1);
  // The company is shared with other tests.
  await post(page, "company/messages", AS_AT_FIRST);
});
