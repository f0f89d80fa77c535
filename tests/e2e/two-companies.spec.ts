import path from "node:path";
import type { Page } from "@playwright/test";
import { createDatabase } from "~/db/client.server";
import type { Db } from "~/db/client.server";
import { dayIn } from "../helpers/days";
import { demoEmail } from "../setup/e2e-platform";
import { expect, test } from "./fixtures";
import { SIZES } from "./pages/sizes";
import { untilListening } from "./pages/taken";
import { lookAt, onTheRoad, pageCompany, withholdScripts } from "./prepare";

const BAKERY = "Bakery Ltd";
const NOW = "2026-11-21 06:00:00";

let db: Db;
let demo = { id: 0, title: "" };
let bakeryId = 0;

test.beforeAll(async ({ platform }) => {
  db = createDatabase({ file: path.join(platform.dataDir, "platform.sqlite"), busyTimeoutMs: 5_000 });
  demo = (await db("companies").first("id", "title"))!;
  const email = demoEmail(platform, "dispatcher");
  const user = (await db("users").where({ email }).first("id"))!;
  const stamps = { created_at: NOW, updated_at: NOW };
  [bakeryId] = (await db("companies").insert({ title: BAKERY, api_key: "b".repeat(32), ...stamps })) as [number];
  await db("company_members").insert({
    company_id: bakeryId,
    user_id: user.id,
    name: "Dana",
    email,
    is_dispatcher: 1,
    is_admin: 1,
    invitation_type: 1,
    ...stamps,
  });
});
test.afterAll(() => db.destroy());

/** Whose vehicle it is. */
const companiesOf = (title: string): Promise<number[]> => db("vehicles").where({ title }).pluck("company_id");

async function switchTo(page: Page, title: string): Promise<void> {
  await page.goto("planning");
  await page.getByTitle("Switch company").click();
  await page.getByRole("menuitem", { name: title }).click();
  await expect(page.getByTitle("Switch company")).toContainText(title);
}

async function typeVehicle(page: Page, title: string): Promise<void> {
  await page.goto("company/resources/vehicles?dialog=new-vehicle");
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Plate").fill(`FL ${title}`);
}

test("a form of a page whose company was left in another tab waits, and goes where its page was made for", async ({
  page,
  context,
  signInByForm,
  browserErrors,
}) => {
  browserErrors.allow(/status of 409/);
  await signInByForm(page, "dispatcher");
  await typeVehicle(page, "Mine");
  const other = await context.newPage();
  await switchTo(other, BAKERY);
  // Said before anything is sent, and nothing that was typed is gone.
  await expect(page.getByText(`This page is of ${demo.title}.`)).toBeVisible();
  await expect(page.getByLabel("Title")).toHaveValue("Mine");
  await page.getByRole("button", { name: "Add vehicle" }).click();
  const asked = page.getByRole("alertdialog", { name: `You switched to ${BAKERY} in another tab` });
  await expect(asked).toBeVisible();
  expect(await companiesOf("Mine")).toEqual([]);
  // Neither way: the form is as it was, with the reason.
  await page.keyboard.press("Escape");
  await expect(asked).toBeHidden();
  await expect(page.getByLabel("Title")).toHaveValue("Mine");
  await expect(page.getByText(`You switched to ${BAKERY} in another tab. Nothing was saved.`)).toBeVisible();
  await page.getByRole("button", { name: "Add vehicle" }).click();
  await asked.getByRole("button", { name: "Switch back and send again" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByText("FL Mine").first()).toBeVisible();
  expect(await companiesOf("Mine")).toEqual([demo.id]);
  // The other way: on in the company that was switched to.
  await switchTo(other, BAKERY);
  await typeVehicle(page, "Theirs");
  await switchTo(other, demo.title);
  await page.getByRole("button", { name: "Add vehicle" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Go on there" }).click();
  await expect(page.getByTitle("Switch company")).toContainText(demo.title);
  expect(await companiesOf("Theirs")).toEqual([]);
});

test("on a phone, a page of another company keeps its way back in sight, however long the title is", async ({
  openPage,
  signInByForm,
}) => {
  const page = await openPage(SIZES.phone);
  await signInByForm(page, "dispatcher");
  await page.request.post("company/switch", { form: { company_id: demo.id } });
  await db("companies")
    .where({ id: demo.id })
    .update({ title: "Deliveries and collections ".repeat(6).trim() });
  await page.goto("planning");
  await page.request.post("company/switch", { form: { company_id: bakeryId } });
  const bar = page.getByRole("note", { name: "Another company" });
  await expect(bar).toContainText("You switched company in another tab. This page is of Deliveries");
  const { y, height } = (await bar.boundingBox())!;
  for (const name of ["Go on there", "Switch back"]) {
    const button = bar.getByRole("button", { name });
    const box = (await button.boundingBox())!;
    expect(box.y + box.height, name).toBeLessThanOrEqual(y + height);
    await button.click({ trial: true });
  }
  expect((await page.getByRole("heading", { name: "Planning" }).boundingBox())!.y).toBeGreaterThanOrEqual(y + height);
  await bar.getByRole("button", { name: "Switch back" }).click();
  await expect(bar).toBeHidden();
  await db("companies").where({ id: demo.id }).update({ title: demo.title });
});

test("without scripts a page asks, and sends the form again after switching back", async ({
  openPage,
  signInByForm,
  browserErrors,
}) => {
  browserErrors.allow(/status of 409/);
  const page = await openPage({ javaScriptEnabled: false });
  await signInByForm(page, "dispatcher");
  await page.goto("company/resources/vehicles?dialog=new-vehicle");
  await page.getByLabel("Title").fill("Plain");
  await page.getByLabel("Plate").fill("FL Plain");
  const { pageCompany: mine } = await pageCompany(page);
  const there = mine === String(demo.id) ? { id: bakeryId, title: BAKERY } : demo;
  await page.request.post("company/switch", { form: { company_id: there.id } });
  await page.getByRole("button", { name: "Add vehicle" }).click();
  await expect(page.getByRole("heading", { name: `You switched to ${there.title} in another tab` })).toBeVisible();
  await expect(page.getByRole("link", { name: "Go on there" })).toBeVisible();
  expect(await companiesOf("Plain")).toEqual([]);
  await page.getByRole("button", { name: "Switch back and send again" }).click();
  await expect(page.getByText("FL Plain").first()).toBeVisible();
  expect(await companiesOf("Plain")).toEqual([Number(mine)]);
});

// @spec PC-5.45
test("what is posted twice at once is made once: plan, vehicle, visit", async ({ page, signInByForm }) => {
  await signInByForm(page, "dispatcher");
  await page.request.post("company/switch", { form: { company_id: demo.id } });
  const named = await pageCompany(page);
  const twice = async (url: string, fields: Record<string, string>) => {
    const form = {
      ...named,
      submitId: `twice-${Object.keys(fields).length}-${fields.title ?? fields.name}`,
      ...fields,
    };
    const send = () => page.request.post(url, { form, headers: { Accept: "text/html" }, maxRedirects: 0 });
    const answers = await Promise.all([send(), send()]);
    expect(answers.map((answer) => answer.status())).toEqual([303, 303]);
    expect(new Set(answers.map((answer) => answer.headers().location)).size).toBe(1);
    return answers[0]!.headers().location!;
  };
  const [warehouse] = await db("warehouses").where({ company_id: demo.id }).limit(1);
  await twice("company/resources/vehicles", { intent: "vehicle.create", title: "Once", plate: "FL Once" });
  expect(await companiesOf("Once")).toEqual([demo.id]);
  const plan = await twice("planning?index", {
    intent: "plan.create",
    title: "Once",
    serviceDate: dayIn(1),
    warehouseId: String(warehouse!.id),
    chooseVehicles: "1",
  });
  expect(await db("routing_plans").where({ title: "Once" }).pluck("company_id")).toEqual([demo.id]);
  const planId = Number(/plan\/(\d+)/.exec(plan)?.[1]);
  await twice(`planning/plan/${planId}`, {
    intent: "visit.add",
    type: "D",
    name: "Once",
    address: "Vaduz",
    lat: "47.14",
    lng: "9.52",
  });
  expect(await db("routing_visits").where({ name: "Once" }).pluck("plan_id")).toEqual([planId]);
});

test("the list of companies switches to the one of a row, but not to the one that is open", async ({
  page,
  signInByForm,
}) => {
  await signInByForm(page, "dispatcher");
  await switchTo(page, demo.title);
  await page.goto("profile/companies");
  await expect(page.getByRole("button", { name: `Switch to ${demo.title}` })).toHaveCount(0);
  await page.getByRole("button", { name: `Switch to ${BAKERY}` }).click();
  await expect(page.getByTitle("Switch company")).toContainText(BAKERY);
});

test("a driver who has switched company finds a button back on the page of a route", async ({
  page,
  openPage,
  signInByForm,
  platform,
  browserErrors,
}) => {
  browserErrors.allow(/status of 404/);
  const email = demoEmail(platform, "driver");
  const driver = (await db("users").where({ email }).first("id"))!;
  const stamps = { created_at: NOW, updated_at: NOW };
  await db("company_members").insert({
    company_id: bakeryId,
    user_id: driver.id,
    name: "Drew",
    email,
    is_courier: 1,
    invitation_type: 1,
    ...stamps,
  });
  await signInByForm(page, "dispatcher");
  await page.request.post("company/switch", { form: { company_id: demo.id } });
  const { routeId } = await onTheRoad(page, "Two companies", ["Ash", "Birch"]);
  const phone = await openPage(SIZES.phone);
  await signInByForm(phone, "driver");
  const address = phone.locator(".view.shown [data-text]").first();
  await untilListening(phone, () => phone.goto(`driver/route/${routeId}`));
  await expect(address).toHaveText("Ring 1, Schaan");
  await phone.request.post("company/switch", { form: { company_id: bakeryId } });
  await lookAt(phone);
  await expect(phone.getByRole("heading", { name: `This route is of ${demo.title}` })).toBeVisible();
  await phone.getByRole("button", { name: `Switch to ${demo.title}` }).tap();
  await expect(address).toHaveText("Ring 1, Schaan");
  // Others ask in how many companies the driver is.
  await db("company_members").where({ company_id: bakeryId, user_id: driver.id }).delete();
});

// @spec AA-4.22 AA-4.01
test("an open page lists a company that its user has joined meanwhile, without being loaded again", async ({
  page,
  signInByForm,
}) => {
  await signInByForm(page, "dispatcher");
  await page.request.post("company/switch", { form: { company_id: demo.id } });
  await page.goto("planning");
  await expect(page.getByTitle("Switch company")).toContainText(demo.title);
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  const dairy = "Dairy Ltd";
  const form = { ...(await pageCompany(page)), submitId: "joined-a-dairy", intent: "company.create", title: dairy };
  expect((await page.request.post("profile/companies", { form })).status()).toBe(200);
  const item = page.getByRole("menuitem", { name: dairy });
  await expect(async () => {
    if (!(await item.isVisible())) await page.getByTitle("Switch company").click();
    await expect(item).toBeVisible({ timeout: 1000 });
  }).toPass();
  expect(await page.evaluate(() => "isSamePage" in window)).toBe(true);
});

test("who works for many companies finds one by its name", async ({ page, openPage, signInByForm, platform }) => {
  const email = demoEmail(platform, "driver");
  const user = (await db("users").where({ email }).first("id"))!;
  const stamps = { created_at: NOW, updated_at: NOW };
  for (let nth = 1; nth <= 10; nth += 1) {
    const title = nth === 7 ? "Seventh Heaven Flowers" : `Depot ${nth}`;
    const key = String(nth).padStart(32, "k");
    const [companyId] = (await db("companies").insert({ title, api_key: key, ...stamps })) as [number];
    const roles = { is_courier: 1, is_dispatcher: 1, invitation_type: 1 } as const;
    await db("company_members").insert({
      company_id: companyId,
      user_id: user.id,
      name: "Drew",
      email,
      ...roles,
      ...stamps,
    });
  }
  await signInByForm(page, "driver");
  // The menu opens before the page's scripts are there, and becomes one that can be searched when they are.
  const giveScripts = await withholdScripts(page);
  await page.goto("profile", { waitUntil: "commit" });
  const menu = page.getByRole("menu", { name: "Switch company" });
  await page.getByTitle("Switch company").focus();
  await page.keyboard.press("Enter");
  await expect(menu.getByRole("menuitem")).toHaveCount(11);
  const search = page.getByRole("searchbox", { name: "Search companies" });
  await expect(search).toHaveCount(0);
  giveScripts();
  await expect(search).toBeFocused();
  await expect(page.getByTitle("Switch company")).toHaveAttribute("aria-expanded", "true");
  await page.keyboard.type("heaven");
  await expect(menu.getByRole("menuitem")).toHaveText(["Seventh Heaven Flowers"]);
  await page.keyboard.type(" none");
  await expect(page.getByText("Nothing matches “heaven none”")).toBeVisible();
  for (let key = 0; key < " none".length; key += 1) await page.keyboard.press("Backspace");
  await page.keyboard.press("Enter");
  await expect(page.getByTitle("Switch company")).toContainText("Seventh Heaven Flowers");

  const plain = await openPage({ javaScriptEnabled: false });
  await signInByForm(plain, "driver");
  await plain.goto("profile");
  await plain.getByTitle("Switch company").click();
  await expect(plain.getByRole("searchbox", { name: "Search companies" })).toHaveCount(0);
  await plain.getByRole("menuitem", { name: "Depot 9" }).click();
  await expect(plain.getByTitle("Switch company")).toContainText("Depot 9");
});
