import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { confirmationTemplate, pageCompany, post, prepareDay, startRoute, stops } from "./prepare";

/** The dispatcher's proof of delivery in a browser that runs no script. */
test.use({ javaScriptEnabled: false });

const PICTURES = "tests/fixtures/pictures/";

/** What was done, on the page after it. (Texts in <noscript> are nothing to getByText.) */
const message = (page: Page, text: string) => page.locator("noscript p", { hasText: text });

test("a refused “Mark as done” keeps what was filled in, and its pictures", async ({ page, signIn, browserErrors }) => {
  browserErrors.allow(/status of (?:409|422)/);
  await signIn(page, "dispatcher");
  const day = await prepareDay(page, {
    title: "Plain proof",
    visits: stops(["Dogwood", "Elder"]),
    vehicles: [{ Plate: "Plain proof 1" }],
  });
  const template = await confirmationTemplate(page, "All of it", {
    photo: "required",
    signature: "required",
    mailbox: true,
  });
  const routeId = await day.route("Plain proof 1");
  const [before, name] = (await day.order("Plain proof 1")) as [string, string];
  const [beforeId, visitId] = [await day.visit(before), await day.visit(name)];
  await post(page, day.path, { intent: "visit.update_fields", visitId, confirmationTemplateId: template });
  await startRoute(page, day, routeId);
  await post(page, day.path, { intent: "visit.done", visitId: beforeId });
  const statusOf = async (id: number) => (await day.state()).visits.find((one) => one.id === id)!.status;
  const dialog = page.getByRole("dialog", { name: "Mark as done" });
  const mark = dialog.getByRole("button", { name: "Mark as done" });
  const photos = (...names: string[]) =>
    dialog.locator("input[name=photo]").setInputFiles(names.map((name) => `${PICTURES}${name}`));
  const fill = async () => {
    await dialog.getByRole("radio", { name: "To recipient" }).check();
    await dialog.getByLabel("Name").fill("Anna Marxer");
    await dialog.getByLabel("Note").fill("With the porter");
  };
  const expectFilled = async () => {
    await expect(dialog.getByRole("radio", { name: "To recipient" })).toBeChecked();
    await expect(dialog.getByLabel("Name")).toHaveValue("Anna Marxer");
    await expect(dialog.getByLabel("Note")).toHaveValue("With the porter");
  };

  await test.step("a signature is missing", async () => {
    await page.goto(`${day.path}?visit=${visitId}&dialog=mark-done`);
    await expect(dialog.getByRole("radio", { name: "To recipient" })).toHaveAttribute("required", "");
    await fill();
    await photos("door.jpg", "parcel.jpg");
    await mark.click();
    await expect(dialog.getByText("Signature is required").first()).toBeVisible();
    await expectFilled();
    await expect(dialog.getByText("✓ 2")).toBeVisible();
    expect(await statusOf(visitId)).toBe(3);
  });

  await test.step("a file is no picture", async () => {
    await dialog.locator("input[name=signature]").setInputFiles("package.json");
    await mark.click();
    await expect(dialog.getByText("package.json").first()).toBeVisible();
    await expectFilled();
  });

  await test.step("it is not its turn any more", async () => {
    await post(page, day.path, { intent: "visit.on_route", visitId: beforeId });
    await dialog.locator("input[name=signature]").setInputFiles(`${PICTURES}door.jpg`);
    await mark.click();
    await expect(dialog.getByText("This visit is not the next in the route.")).toBeVisible();
    await expectFilled();
    await expect(dialog.getByText("✓ 1")).toBeVisible();
    expect(await statusOf(visitId)).toBe(3);
    await mark.click();
    const panel = page.getByRole("complementary", { name });
    await expect(panel.getByText("To recipient: With the porter")).toBeVisible();
    await expect(panel.getByText("Signed by Anna Marxer")).toBeVisible();
    await expect(panel.getByRole("link", { name: /open large/ })).toHaveCount(3);
    expect(await statusOf(visitId)).toBe(4);
  });
});

test("a stored photo is removed after the question", async ({ page, signIn }) => {
  await signIn(page, "dispatcher");
  const day = await prepareDay(page, { title: "Plain photo", visits: stops(["Fir"]), vehicles: [], calculate: false });
  const visitId = await day.visit("Fir");
  const added = await page.request.post(`planning/visit/${visitId}`, {
    multipart: {
      ...(await pageCompany(page)),
      intent: "attachments.add",
      photo: { name: "door.jpg", mimeType: "image/jpeg", buffer: readFileSync(`${PICTURES}door.jpg`) },
    },
  });
  expect(added.status()).toBe(200);
  await page.goto(`${day.path}?visit=${visitId}`);
  const panel = page.getByRole("complementary", { name: "Fir" });
  const pictures = panel.getByRole("link", { name: /open large/ });
  await panel.getByLabel(/^Remove: Photo/).click();
  await expect(panel.getByText("Do you want to remove photo?")).toBeVisible();
  await expect(pictures).toHaveCount(1);
  await panel.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(message(page, "Photo has been deleted!")).toBeVisible();
  await expect(pictures).toHaveCount(0);
});
