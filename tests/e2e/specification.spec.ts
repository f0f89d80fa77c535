/** What no test of a screen's work looks at: that each address of the specification opens, and what its forms hold. */
import type { Page } from "@playwright/test";
import { LAST_PAGE_COOKIE } from "~/lib/last-page";
import { expect, test } from "./fixtures";
import { calculated, linkHash, post, prepareDay, startRoute, stops } from "./prepare";
import { SIZES } from "./pages/sizes";

/** Asked for, where it leads to (as it is when null), and the page's title there. */
type Address = readonly [asked: string, leadsTo: string | null, title: string];

/** Opens each without a browser's work: the server's answer has all of it. */
async function expectPages(page: Page, addresses: readonly Address[]): Promise<void> {
  for (const [asked, leadsTo, title] of addresses) {
    const answer = await page.request.get(asked, { headers: { Accept: "text/html" } });
    const html = await answer.text();
    expect.soft(new URL(answer.url()).pathname, asked).toBe(`/platform/${leadsTo ?? asked.replace(/\?.*/, "")}`);
    expect.soft(/<title>([^<]*)<\/title>/.exec(html)?.[1], asked).toBe(title);
    expect.soft(html, asked).toContain('<html lang="en"');
  }
}

const VAN = [{ Plate: "Specified 1" }];

const of = (title: string) => `${title} · Route planning`;

// @spec PC-1.15 PC-1.16 PC-1.17 PC-2.01 PC-2.02 PC-2.03 PC-2.04 PC-2.07 PC-2.08 PC-2.09 PC-2.10 PC-2.11 PC-2.12
// @spec PC-2.13 PC-2.15 PC-2.16 PC-2.17 PC-2.18 PC-2.19 PC-2.20 PC-2.21 PC-2.22 PC-2.23 PC-2.24 PC-2.25 PC-2.26
// @spec AA-1.03 PC-2.27 PC-2.28 PC-2.29 PC-2.30 PC-2.31 PC-2.32 PC-2.33 PC-2.34 AA-2.19 AA-2.53 AA-2.54
test("each address of the specification opens its page", async ({ page, signIn, platform }) => {
  await signIn(page, "dispatcher");
  const day = await prepareDay(page, {
    title: "Addresses",
    visits: stops(["Ash"]),
    vehicles: [{ Plate: "Addresses 1" }],
    calculate: false,
  });
  const [routeId, visitId] = [await day.route("Addresses 1"), await day.visit("Ash")];
  const sheets = await (await page.request.get("company/sheet", { headers: { Accept: "text/html" } })).text();
  const sheetId = /company\/sheet\/(\d+)/.exec(sheets)?.[1];
  const routeLink = `tracking/public/${routeId}/${await linkHash(page, "route", routeId)}`;
  const visitLink = `tracking/public/visit/${visitId}/${await linkHash(page, "visit", visitId)}`;
  const company = "Demo Deliveries";

  await expectPages(page, [
    ["", "planning", of("Plans")],
    ["routing", "planning", of("Plans")],
    ["planning", null, of("Plans")],
    ["planning/main", null, of("Plans")],
    [`planning/plan/${day.planId}`, null, of("Addresses")],
    [`planning/plan/unserved/${day.planId}`, null, of("Unscheduled visits of Addresses")],
    [`planning/plan/failed/${day.planId}`, null, of("Failed visits of Addresses")],
    [`planning/route/${routeId}`, null, of("Addresses 1")],
    ["planning/plan/abc", null, of("Page not found")],
    ["planning/route/abc", null, of("Page not found")],
    ["tracking", null, of("Tracking")],
    [`tracking/route/${routeId}`, null, "Live route · Tracking"],
    [`tracking/visit/${visitId}`, null, "Live visit · Tracking"],
    ["company", "company/general", of(company)],
    ["company/general", null, of(company)],
    ["company/settings", null, of("Company settings")],
    ["company/visits", null, of("Visits")],
    ["company/dashboard", null, of("Dashboard")],
    ["company/api", null, of("API")],
    ["company/team", null, of("Team")],
    ["company/resources/couriers", null, of("Drivers")],
    ["company/resources/vehicles", null, of("Vehicles")],
    ["company/resources/warehouses", null, of("Warehouses")],
    ["company/calculation-history", null, of("Calculation history")],
    ["company/billing", "company/billing/main", of("Billing")],
    ["company/billing/main", null, of("Billing")],
    ["company/billing/shop", null, of("Shop")],
    ["company/billing/shop/6", null, of("Shop")],
    ["company/billing/shop/6/2000", null, of("Shop")],
    ["company/sheet", null, of("Imports")],
    [`company/sheet/${sheetId}`, null, of("day.xlsx")],
  ]);

  const links: readonly Address[] = [
    [routeLink, null, "Live route"],
    [visitLink, null, "Your delivery"],
  ];
  await page.context().clearCookies();
  await expectPages(page, links);
  await signIn(page, "driver");
  await expectPages(page, links);

  await signIn(page, "super admin");
  await expectPages(page, [
    ["system/generator", null, of("Generator")],
    ["admin", "admin/dashboard", of("Platform")],
    ["admin/users", null, of("Users")],
    ["admin/companies", null, of("Companies")],
    ["admin/company", "admin/company/general", of(company)],
    ["admin/company/billing", "admin/company/billing/main", of("Billing")],
    ["admin/company/resources/vehicles", null, of("Vehicles")],
    ["admin/company/calculation-history", null, of("Calculation history")],
  ]);
  // The host's bare root leads to the app as well.
  const root = await page.request.get(new URL("/", platform.url).href, { maxRedirects: 0 });
  expect(root.headers().location).toBe("/platform/");
});

// @spec AA-2.01 AA-2.03 AA-2.05 AA-2.09 AA-2.10 AA-2.11 AA-2.12 PC-2.35 PC-2.36 PC-2.37
test("pages for everybody load by themselves, and any other address is not found within the frame", async ({
  page,
  signIn,
  browserErrors,
}) => {
  browserErrors.allow(/status of 404/);
  await expectPages(page, [
    ["login", null, of("Sign in")],
    ["sign-up", null, of("Sign up")],
    ["forgot", null, of("Forgot your password?")],
    ["reset?token=none&email=a%40b.example", null, of("Set a new password")],
    ["planning", "login", of("Sign in")],
    ["company/general", "login", of("Sign in")],
    // Without a first step there is no second one.
    ["verify-mfa", "login", of("Sign in")],
    ["tracking", "tracking/public", "Follow a delivery"],
    ["tracking/route/1", "tracking/public", "Follow a delivery"],
  ]);
  // Pages without the application's scripts: whatever leads here, and on from here, loads a page.
  for (const path of ["login", "sign-up", "forgot"])
    expect(await (await page.request.get(path)).text(), path).not.toContain("__remixContext");

  await signIn(page, "dispatcher");
  await page.goto("no/such/page");
  await expect(page.getByRole("heading", { name: "This page does not exist" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  // @spec PC-2.43 PC-2.44 PC-2.45 PC-2.47 PC-2.48 PC-2.49 PC-2.51 PC-2.72 PC-2.77 PC-2.78 PC-2.80 PC-3.66
  // @spec PC-5.18 PC-5.34 AA-2.50 AA-2.51 AA-3.08 AA-3.09 AA-2.23 AA-2.34 AA-2.43 AA-2.47 AA-2.48
  test("forms of the company have the specification's fields", async ({ page, signIn }) => {
    await signIn(page, "dispatcher");
    await page.goto("company/resources/vehicles?dialog=new-vehicle");
    const vehicle = page.getByRole("dialog");
    const name = (label: string) => vehicle.getByRole("textbox", { name: label, exact: true });
    for (const label of ["Title", "Plate", "Max distance", "Width", "Height", "Weight", "Capacity", "Load"])
      await expect.soft(name(label), label).toHaveCount(1);
    for (const label of ["Type", "Driver", "Service Warehouse"])
      await expect.soft(vehicle.getByRole("combobox", { name: label, exact: true }), label).toBeVisible();
    await expect(vehicle.getByRole("switch", { name: "Active" })).toBeChecked();
    const speed = vehicle.getByRole("slider", { name: "Speed" });
    for (const [attribute, value] of Object.entries({ min: "50", max: "150", step: "10" }))
      await expect(speed).toHaveAttribute(attribute, value);
    for (const legend of ["Working hours", "Breaks"])
      await expect(vehicle.getByRole("group", { name: legend }).getByRole("textbox")).toHaveCount(2);
    for (const [label, digits] of Object.entries({
      "Max distance": "4",
      "Visits max": "4",
      Overtime: "3",
      "Break duration": "2",
    }))
      await expect(name(label)).toHaveAttribute("maxlength", digits);
    await expect(name("Title")).toHaveAttribute("maxlength", "255");
    await expect(vehicle.getByText("Add new warehouse")).toBeVisible();
    await expect(vehicle.getByRole("textbox", { name: "Park Location" })).toBeVisible();
    // Of the new warehouse and of the parking.
    for (const label of ["Latitude", "Longitude"]) await expect(vehicle.getByLabel(label)).toHaveCount(2);

    await page.goto("company/team");
    await expect(page.getByPlaceholder("Search")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Team", level: 1 })).toBeVisible();
    await expect(page.locator("h1 ~ p, header p").first()).not.toBeEmpty();
    await expect(page.getByRole("columnheader", { name: "Id", exact: true })).toBeVisible();
    const pages = page.getByRole("navigation", { name: /^Pages of/ });
    await expect(pages.getByRole("combobox", { name: "Rows per page" }).getByRole("option")).toHaveText([
      ...["10", "15", "25", "50", "All"],
    ]);
    await expect(pages.getByRole("status")).toHaveText(/^\d+(–\d+)? of \d+$/);
    await expect(pages.getByRole("textbox", { name: /^Page, of/ })).toHaveValue("1");
    for (const label of ["Previous page", "Next page"])
      await expect(pages.getByRole("link", { name: label })).toBeVisible();

    await page.goto("company/team?dialog=new-member");
    const member = page.getByRole("dialog");
    for (const label of ["Name", "Surname", "E-mail", "Phone"])
      await expect.soft(member.getByRole("textbox", { name: label, exact: true }), label).toBeVisible();
    for (const label of ["Active", "Driver", "Dispatcher", "Admin"])
      await expect.soft(member.getByRole("switch", { name: new RegExp(`^${label}`) }), label).toHaveCount(1);

    await page.goto("company/settings?dialog=new-template");
    await expect(page.getByRole("dialog").getByRole("textbox")).toHaveCount(1);
    await expect(page.getByRole("dialog").getByRole("textbox", { name: "Title" })).toBeVisible();

    await page.goto("profile");
    await expect(page.getByRole("combobox", { name: "Map" })).toHaveValue("google");
    await expect(page.getByRole("combobox", { name: "Routing engine" })).toHaveValue("osrm");
    const engines = page.getByRole("combobox", { name: "Routing engine" }).getByRole("option");
    await expect(engines).toHaveText(["OSRM", "Valhalla"]);
    await expect(page.getByRole("combobox", { name: "Country of the phone" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Edit e-mail" })).toHaveCount(0);
    await expect(page.getByRole("heading", { name: "Comments" })).toHaveCount(0);

    await page.goto("company/billing/main");
    await expect(page.getByRole("heading", { name: "Custom", exact: true })).toBeVisible();
    await expect(page.getByText("Active", { exact: true })).toBeVisible();
    const fact = (label: string) => page.locator("dl > div").filter({ hasText: label }).locator("dd");
    await expect(fact("Visits used")).toContainText(/^\d+ of [\d,]+/);
    await expect(page.locator("[data-colour]").first()).toHaveAttribute("data-colour", "green");
    await expect(fact("Visits are counted")).toContainText("all period");
    await expect(fact("From – to")).toContainText("Forever");
  });

  // @spec AA-2.28 AA-2.29 AA-2.30 AA-2.32 AA-2.33 AA-2.37 AA-2.40
  // @spec AA-2.42 AA-2.43 AA-2.44 AA-3.03 AA-4.07 AA-4.08 AA-4.09 AA-9.07
  test("a user's profile has the specification's sections, and a question before a user is blocked", async ({
    page,
    signIn,
  }) => {
    await signIn(page, "super admin");
    await page.goto("profile");
    await expect(page.getByRole("heading", { name: "Preferences" })).toBeVisible();
    await expect(page.getByLabel("Old password")).toBeVisible();
    await page.goto("profile/3");
    for (const fact of ["E-mail", "Country", "Phone", "Registered", "Last session", "User ID"])
      await expect.soft(page.locator("dt", { hasText: new RegExp(`^${fact}$`) }).first(), fact).toBeVisible();
    for (const section of ["Personal Information", "Contact Information", "Password", "Accesses", "Comments"])
      await expect.soft(page.getByRole("heading", { name: section }), section).toBeVisible();
    await expect(page.getByText(/^(Active|Inactive)$/).first()).toBeVisible();
    await expect(page.getByRole("heading", { name: "Preferences" })).toHaveCount(0);
    await expect(page.getByRole("table", { name: "Accesses" }).getByRole("row")).not.toHaveCount(0);
    const tabs = page.getByRole("navigation", { name: "Profile" });
    await expect(tabs.getByRole("link")).toHaveText(["Profile", "Companies"]);

    await page.goto("profile/3?dialog=edit-email");
    const email = page.getByRole("dialog", { name: "Change Email" });
    await expect(email.getByRole("textbox", { name: "E-mail" })).toBeVisible();
    await expect(email.getByRole("checkbox", { name: "Verified" })).toBeChecked();
    for (const label of ["Cancel", "Save"]) await expect(email.getByText(label, { exact: true })).toBeVisible();

    await page.goto("profile/3?dialog=remove-user");
    const removal = page.getByRole("alertdialog", { name: "Please Confirm" });
    await expect(removal).toContainText(/^.*Do you want to remove .+\?/);

    await page.goto("profile/3?dialog=ban-user");
    const question = page.getByRole("alertdialog", { name: "Attention" });
    await expect(question).toContainText("Are you sure you want to block the user?");
    await question.getByRole("button", { name: "Block" }).click();
    await expect(page.getByText("Banned", { exact: true })).toBeVisible();
    // One press: nothing is asked.
    await page.getByRole("button", { name: "Unblock" }).click();
    await expect(page.getByText("Banned", { exact: true })).toHaveCount(0);
  });
});

// @spec PC-2.54 PC-2.55 PC-2.56 PC-2.58 PC-2.59 PC-2.60 PC-2.61 PC-2.62
test("a sudo admin looks into a calculation and a visit", async ({ page, signIn }) => {
  await signIn(page, "super admin");
  const day = await prepareDay(page, {
    title: "Looked into",
    visits: stops(["Elm", "Fir"]),
    vehicles: [{ Plate: "Looked into 1" }],
  });
  const { queryId } = await calculated(page, day.planId);
  await page.goto(`company/calculation-history?query=${queryId}`);
  const dialog = page.getByRole("dialog");
  for (const tab of ["Map", "JSON", "Export"]) await expect(dialog.getByRole("link", { name: tab })).toBeVisible();
  await expect(dialog.getByRole("columnheader")).toHaveText(["Vehicle name", "Amount", "Start", "Finish"]);
  for (const button of ["Calculate", "Test API"])
    await expect(dialog.getByRole("button", { name: button })).toBeVisible();

  await page.goto(`${day.path}?visit=${await day.visit("Elm")}`);
  const panel = page.getByRole("complementary");
  await panel.getByText(/^Debug · visit \d+$/).click();
  for (const fact of ["Position", "Last modified", "Created"])
    await expect.soft(panel.locator("dt", { hasText: new RegExp(`^${fact}$`) }), fact).toBeVisible();
  for (const label of ["Edit position", "arrival_time", "completed_at"])
    await expect.soft(panel.getByRole("textbox", { name: label }), label).toBeVisible();
  await expect(panel.getByRole("link", { name: "Draw route on map" })).toBeVisible();
});

// @spec PC-4.063 PC-4.064 PC-2.57
test("the badge of a visit on the road opens its menu, and a failed one is asked for its reason", async ({
  page,
  signIn,
}) => {
  await signIn(page, "dispatcher");
  const day = await prepareDay(page, {
    title: "Badges",
    visits: stops(["Hazel", "Larch"]),
    vehicles: [{ Plate: "Badges 1" }],
  });
  const routeId = await day.route("Badges 1");
  const [first = ""] = await day.order("Badges 1");
  await page.goto(`planning/route/${routeId}?visit=${await day.visit(first)}`);
  const panel = page.getByRole("complementary", { name: first });
  await expect(panel).toBeVisible();
  const badge = panel.getByRole("button", { name: "On Route", exact: true });
  await expect(panel.getByText("Scheduled", { exact: true }).first()).toBeVisible();
  await expect(panel.getByRole("button", { name: "Scheduled", exact: true })).toHaveCount(0);

  await startRoute(page, day, routeId);
  await page.reload();
  // The figures of the route stand in one line, and no button of the panel is cut.
  const figures = page.locator("[data-page=route] header b").filter({ visible: true });
  expect(new Set(await figures.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))).size).toBe(1);
  const cut = panel.locator("footer .mantine-Button-label").evaluateAll((all) =>
    all.flatMap((label) => {
      const words = document.createRange();
      words.selectNodeContents(label.firstChild!);
      const edge = label.closest("a, button")!.getBoundingClientRect().right;
      return words.getBoundingClientRect().right > edge ? [label.textContent] : [];
    }),
  );
  expect(await cut).toEqual([]);
  await badge.click();
  await expect(page.getByRole("menuitem")).toHaveText([/^On route/, /^Delivered/, /^Failed/]);
  await page.getByRole("menuitem", { name: /^Failed/ }).click();
  const reasons = page.getByRole("alertdialog", { name: "Mark as failed" }).getByRole("radio");
  await expect(reasons).toHaveCount(7);
  await post(page, day.path, { intent: "route.reset", routeId, confirmed: 1 });
});

// @spec PC-2.06
test("below the width of a tablet the bare address leads back to the plan that was open", async ({
  page,
  openPage,
  signIn,
}) => {
  await signIn(page, "dispatcher");
  const day = await prepareDay(page, { title: "Back to it", visits: stops(["Pine"]), vehicles: VAN, calculate: false });
  const tablet = await openPage({ ...SIZES.desktop, viewport: { width: 1023, height: 800 } });
  await signIn(tablet, "dispatcher");
  for (const [view, remembered, leadsTo] of [
    [tablet, /^plan-\d+$/, /\/planning\/plan\/\d+$/],
    [page, /^$/, /\/planning$/],
  ] as const) {
    await view.goto(day.path);
    await expect(view.getByRole("button", { name: "Calculate", exact: true })).toBeVisible();
    // The page remembers itself once its script runs: who leaves before that has opened nothing.
    await expect
      .poll(async () => {
        const cookies = await view.context().cookies();
        return cookies.find(({ name }) => name === LAST_PAGE_COOKIE)?.value ?? "";
      })
      .toMatch(remembered);
    for (const bare of ["", "planning"]) {
      await view.goto(bare);
      await expect(view).toHaveURL(leadsTo);
    }
  }
  // The list is where its links lead, also when it is loaded again.
  await tablet.getByRole("link", { name: "All plans" }).click();
  await expect(tablet).toHaveURL(/\/planning\/main$/);
  await tablet.reload();
  await expect(tablet.getByRole("link", { name: "Back to it" }).first()).toBeVisible();
  await expect(tablet).toHaveURL(/\/planning\/main$/);
  await tablet.getByRole("link", { name: "Back to it" }).first().click();
  await expect(tablet).toHaveURL(/\/planning\/plan\/\d+$/);
  await tablet.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Planning" }).click();
  await expect(tablet).toHaveURL(/\/planning\/main$/);
});
