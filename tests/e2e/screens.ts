import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { PUBLIC_PAGES } from "~/domain/pages/public-page";
import { expect } from "./fixtures";
import { confirmationTemplate, DRIVER, linkHash, pageCompany, post, prepareDay, startRoute, stops } from "./prepare";
import { VisitPanel } from "./pages/visit-panel";

/** A company in which every screen has something to show, under names as long as people make them. */
export interface World {
  planId: number;
  /** on the road, with a visit done and one failed */
  routeId: number;
  openRouteId: number;
  visitId: number;
  visitName: string;
  /** of the public links */
  routeHash: string;
  visitHash: string;
  doneId: number;
  doneHash: string;
  unservedId: number;
  waitingId: number;
  vehicleId: number;
  warehouseId: number;
  memberId: number;
  /** the demo's driver, who has an account */
  driverId: number;
  /** has not answered yet */
  invitedId: number;
  keyId: number;
  webhookId: number;
  templateId: number;
  calculationId: number;
  proposalId: number;
  sheetId: number;
}

/** 123 characters, and nowhere a place to break them. */
const LONG = [
  "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschafts",
  "bäckereiundfeinkosthandlungsgenossenschaft",
].join("");
export const LONG_TITLE = `${LONG} ${LONG} an der unteren Landstrasse hinter der Kirche`.slice(0, 200);

const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** The id that the first match has in a list's page. */
async function idIn(page: Page, url: string, pattern: RegExp): Promise<number> {
  const html = (await (await page.request.get(url, { headers: { Accept: "text/html" } })).text()).replaceAll(
    "&amp;",
    "&",
  );
  const id = Number(pattern.exec(html)?.[1]);
  expect(id, `${pattern} on ${url}`).toBeGreaterThan(0);
  return id;
}

export async function prepareWorld(page: Page): Promise<World> {
  const names = ["Ash", "Beech", "Cherry", "Damson"].map((name) => `${name} ${LONG}`);
  const visits = [
    ...stops(names, { "Package load": 10, "Delivery note": `${LONG} ${LONG}`, "Recipient name": LONG }),
    { ...stops([`Too heavy ${LONG}`])[0]!, "Package load": 999 },
  ];
  const vehicles = [1, 2].map((number) => ({ Plate: `Van ${number} ${LONG}`, "Max load": 20 }));
  const day = await prepareDay(page, { title: LONG_TITLE, visits, vehicles });
  const { routes, visits: planned, calculation } = await day.state();
  const [road, open] = routes as [(typeof routes)[0], (typeof routes)[0]];
  const own = planned.filter((one) => one.routeId === road.id && one.label > 0).sort((a, b) => a.label - b.label);
  await startRoute(page, day, road.id, DRIVER);
  await post(page, day.path, { intent: "visit.done", visitId: own[0]!.id, confirmed: 1 });
  await post(page, day.path, { intent: "visit.failed", visitId: own[1]!.id, failReasonId: 6, confirmed: 1 });

  const templateId = await confirmationTemplate(page, LONG, { photo: "required", signature: "required" });
  const visit = planned.find((one) => one.routeId === open.id && one.label > 0)!;
  await post(page, day.path, {
    intent: "visit.update_fields",
    visitId: visit.id,
    confirmationTemplateId: templateId,
  });
  const uploaded = await page.request.post(`planning/visit/${visit.id}?returnTo=/planning/plan/${day.planId}`, {
    multipart: {
      ...(await pageCompany(page)),
      intent: "attachments.add",
      photo: { name: "door.png", mimeType: "image/png", buffer: PIXEL },
    },
    headers: { Accept: "text/html" },
  });
  expect(uploaded.status()).toBe(200);

  // One that waits without a plan.
  const waiting = planned.find((one) => one.routeId === open.id && one.label > 0 && one.id !== visit.id)!;
  await post(page, day.path, { intent: "visit.remove", visitId: waiting.id, choice: "detach" });

  const longest = { name: LONG, surname: LONG, phone: "+423 235 00 11" };
  await post(page, "profile", { intent: "profile.update", ...longest });
  const invited = { name: `Zoe ${LONG}`.slice(0, 60), email: "zoe@invited.example", is_courier: 1 };
  await post(page, "company/team", { intent: "member.create", ...invited });
  await post(page, "company/api", { intent: "api_key.create", name: LONG, read: 1 });
  const url = `https://hooks.example.com/${LONG.replaceAll(" ", "-")}`;
  await post(page, "company/api/webhooks", { intent: "webhook.create", url, note: LONG, "event_visit.done": "1" });

  await post(page, day.path, { intent: "proposal.start", changeBudget: 2 });
  const proposal = async () => (await day.state()).calculation!;
  await expect
    .poll(
      async () => {
        const { queryId, status } = await proposal();
        return queryId === calculation!.queryId ? "not yet" : status;
      },
      { timeout: 60_000 },
    )
    .not.toMatch(/not yet|queued|running/);
  return {
    planId: day.planId,
    routeId: road.id,
    openRouteId: open.id,
    visitId: visit.id,
    visitName: visit.name,
    routeHash: await linkHash(page, "route", road.id),
    visitHash: await linkHash(page, "visit", visit.id),
    doneId: own[0]!.id,
    doneHash: await linkHash(page, "visit", own[0]!.id),
    unservedId: planned.find((one) => one.routeId === null)!.id,
    waitingId: waiting.id,
    vehicleId: await idIn(page, "company/resources/vehicles", /edit-vehicle&id=(\d+)/),
    warehouseId: await idIn(page, "company/resources/warehouses", /edit-warehouse&id=(\d+)/),
    memberId: await idIn(page, "company/resources/couriers", /edit-member&id=(\d+)/),
    driverId: await idIn(page, "company/team?q=drew", /edit-member&id=(\d+)/),
    invitedId: await idIn(page, "company/team?q=zoe", /edit-member&id=(\d+)/),
    webhookId: await idIn(page, "company/api/webhooks", /edit-webhook&id=(\d+)/),
    keyId: await idIn(page, "company/api", /revoke-key&id=(\d+)/),
    templateId,
    calculationId: calculation!.queryId,
    proposalId: (await proposal()).queryId,
    sheetId: await idIn(page, "company/sheet", /company\/sheet\/(\d+)/),
  };
}

export interface Screen {
  /** what it is called when it fails, and the dialog's name in the address */
  name: string;
  path: string;
  /** that the address opens */
  dialog?: boolean;
  /** a dialog that can't be opened by an address */
  open?: (page: Page) => Promise<void>;
  /** what is done on the page before it is looked at */
  prepare?: (page: Page) => Promise<void>;
}

const mapDrawn = (page: Page) => expect(page.getByRole("application").locator("canvas").first()).toBeVisible();

/** Every screen of a dispatcher. */
export function pages(world: World): Screen[] {
  const plan = `planning/plan/${world.planId}`;
  return [
    // Not the bare address: on a narrow screen it leads back to the plan that was open last.
    { name: "plan list", path: "planning/main" },
    { name: "plan list, nothing found", path: "planning?q=nothing+like+this" },
    { name: "plan", path: `${plan}?route=${world.openRouteId}` },
    { name: "visit panel", path: `${plan}?visit=${world.visitId}` },
    { name: "visit panel of an unserved visit", path: `${plan}?visit=${world.unservedId}` },
    { name: "unserved", path: `planning/plan/unserved/${world.planId}` },
    { name: "failed", path: `planning/plan/failed/${world.planId}` },
    { name: "route on the road", path: `planning/route/${world.routeId}` },
    { name: "route page with a visit", path: `planning/route/${world.openRouteId}?visit=${world.visitId}` },
    { name: "proposal", path: `planning/proposal/${world.proposalId}` },
    { name: "import", path: `import?plan=${world.planId}` },
    { name: "columns of exports", path: `planning/export/${world.planId}` },
    { name: "imported sheets", path: "company/sheet" },
    { name: "imported sheet", path: `company/sheet/${world.sheetId}` },
    { name: "company", path: "company/general" },
    { name: "company dashboard", path: "company/dashboard" },
    { name: "company dashboard by day", path: "company/dashboard?from=2026-01-01&to=2027-12-31&by=day" },
    { name: "company settings", path: "company/settings" },
    { name: "messages", path: "company/messages" },
    { name: "billing", path: "company/billing/main" },
    { name: "shop", path: "company/billing/shop/6/7000" },
    { name: "company visits", path: "company/visits" },
    { name: "visits behind a figure", path: "company/visits?behind=failed&from=2026-01-01&to=2027-12-31" },
    { name: "team", path: "company/team" },
    { name: "API keys", path: "company/api" },
    { name: "data", path: "company/data" },
    { name: "webhooks", path: "company/api/webhooks" },
    { name: "profile", path: "profile" },
    { name: "sign-in and security", path: "profile/security" },
    { name: "profile, companies", path: "profile/companies" },
    { name: "drivers", path: "company/resources/couriers" },
    { name: "vehicles", path: "company/resources/vehicles" },
    { name: "warehouses", path: "company/resources/warehouses" },
    { name: "places to fix", path: "planning/places" },
    { name: "activity", path: "company/log" },
    { name: "calculation history", path: "company/calculation-history" },
    { name: "tracking", path: "tracking" },
    {
      name: "tracking, the map of a phone",
      path: "tracking",
      prepare: async (page) => {
        await page.setViewportSize({ width: 360, height: 740 });
        await page.getByRole("button", { name: "Map", exact: true }).click();
        await mapDrawn(page);
      },
    },
    { name: "tracking, a route", path: `tracking?route=${world.routeId}` },
    { name: "live route", path: `tracking/route/${world.routeId}` },
    { name: "live visit", path: `tracking/visit/${world.visitId}` },
    { name: "tracking without a link", path: "tracking/public" },
    { name: "a route's link", path: `tracking/public/${world.routeId}/${world.routeHash}` },
    { name: "a visit's link", path: `tracking/public/visit/${world.visitId}/${world.visitHash}` },
    { name: "a visit's link, done", path: `tracking/public/visit/${world.doneId}/${world.doneHash}` },
    { name: "a link that is forged", path: `tracking/public/visit/${world.visitId}/forged` },
    { name: "move a stop", path: `tracking/move/${world.visitId}` },
    { name: "replay", path: "tracking/replay" },
    { name: "replay of an empty day", path: "tracking/replay?day=2020-02-29" },
    { name: "not found", path: "no/such/page" },
    { name: "another company's plan", path: "planning/plan/999999999" },
  ];
}

/** Every dialog, by the address that opens it or by what is pressed. */
export function dialogs(world: World): Screen[] {
  const plan = `planning/plan/${world.planId}`;
  const byName = (base: string, names: readonly string[], more = "") =>
    names.map((name): Screen => ({ name, path: `${base}?dialog=${name}${more}`, dialog: true }));
  return [
    ...byName("planning", ["new-plan", "import"]),
    ...byName(plan, [
      "rename-plan",
      "plan-settings",
      "add-visit",
      "add-routes",
      "re-optimise",
      "changes",
      "export-columns",
      "remove-all-visits",
      "remove-plan",
      "calculate",
      "drivers",
      "duplicate-plan",
      "start-routes",
    ]),
    ...byName(
      plan,
      ["start-route", "reset-route", "remove-route-visits", "remove-route", "change-route", "route-settings"],
      `&route=${world.openRouteId}`,
    ),
    ...byName(plan, ["finish-route"], `&route=${world.routeId}`),
    ...byName(
      plan,
      ["confirm-report", "fail-visit", "remove-visit", "upload-photos", "mark-done"],
      `&visit=${world.visitId}`,
    ),
    {
      name: "apply-suggestion",
      path: `planning/plan/unserved/${world.planId}?dialog=apply-suggestion&visit=${world.unservedId}`,
      dialog: true,
    },
    ...byName("company/resources/vehicles", ["new-vehicle"]),
    ...byName("company/resources/vehicles", ["edit-vehicle", "remove-vehicle"], `&id=${world.vehicleId}`),
    ...byName("company/resources/vehicles", ["edit-vehicles", "remove-vehicles"], `&ids=${world.vehicleId}`),
    ...byName("company/resources/warehouses", ["import-warehouses"], ""),
    ...byName("company/resources/couriers", ["import-drivers"], ""),
    ...byName("company/resources/warehouses", ["activate-chosen", "deactivate-chosen"], `&ids=${world.warehouseId}`),
    ...byName("company/resources/warehouses", ["new-warehouse"]),
    ...byName("company/resources/warehouses", ["edit-warehouse", "remove-warehouse"], `&id=${world.warehouseId}`),
    ...byName("company/resources/couriers", ["new-member"]),
    ...byName("company/resources/couriers", ["edit-member", "remove-member"], `&id=${world.memberId}`),
    ...byName("company/team", ["invite-member", "withdraw-invitation"], `&id=${world.invitedId}`),
    ...byName("company/team", ["invite-chosen"], `&ids=${world.invitedId}&ids=${world.driverId}`),
    ...byName("company/team", ["hand-over"], `&id=${world.driverId}`),
    ...byName("company/general", ["remove-company"]),
    ...byName("company/api", ["new-key", "regenerate-key"]),
    ...byName("company/api", ["revoke-key"], `&id=${world.keyId}`),
    ...byName("company/billing/main", ["cancel-plan"]),
    ...byName("company/api/webhooks", ["new-webhook"]),
    ...byName("company/api/webhooks", ["edit-webhook", "remove-webhook", "rotate-secret"], `&id=${world.webhookId}`),
    ...byName("profile/companies", ["new-company"]),
    ...byName("company/settings", ["new-template"]),
    ...byName("company/settings", ["keep-proofs", "keep-positions"], "&days=7"),
    ...byName("company/settings", ["edit-template", "remove-template"], `&id=${world.templateId}`),
    ...byName("company/visits", ["edit-visit", "remove-visit"], `&id=${world.waitingId}`),
    ...byName("company/visits", ["edit-visits", "remove-visits"], `&ids=${world.waitingId}&ids=${world.visitId}`),
    { name: "calculation", path: `company/calculation-history?query=${world.calculationId}`, dialog: true },
    { name: "go to", path: "planning/main", open: (page) => page.getByRole("button", { name: "Go to" }).click() },
    {
      name: "keys",
      path: "planning/main",
      open: async (page) => {
        await expect(page.getByRole("button", { name: "Go to" })).toBeVisible();
        await page.keyboard.press("?");
      },
    },
    {
      name: "place on a map",
      path: `${plan}?dialog=add-visit`,
      open: (page) => page.getByRole("button", { name: "Set on map" }).click(),
    },
    {
      name: "signature",
      path: `${plan}?dialog=mark-done&visit=${world.visitId}`,
      open: (page) => page.getByRole("button", { name: "Sign", exact: true }).click(),
    },
    {
      name: "image preview",
      path: `${plan}?visit=${world.visitId}`,
      open: async (page) => {
        const panel = new VisitPanel(page, world.visitName);
        // Until scripts run, the picture opens in a tab of its own and Remove is a plain form.
        await expect(panel.root.getByRole("button", { name: /^Remove: Photo/ }).first()).toHaveAttribute(
          "type",
          "button",
        );
        await panel.root
          .getByRole("link", { name: /open large/ })
          .first()
          .click();
      },
    },
  ];
}

/** What drivers have, who open nothing else; each state of a stop is in driver-screens.spec.ts. */
export function driverScreens(world: World): Screen[] {
  const path = `driver/route/${world.routeId}`;
  return [
    { name: "driver's routes", path: "driver" },
    { name: "driver's route", path },
    { name: "driver's list", path: `${path}#list` },
    { name: "driver's load list", path: `${path}#load` },
    { name: "driver's map", path: `${path}#map`, prepare: mapDrawn },
  ];
}

/** What super admins alone have: the account of somebody else. */
export function superAdminScreens(userId: number): Screen[] {
  const path = `profile/${userId}`;
  return [
    { name: "platform", path: "admin/dashboard" },
    { name: "announce-upgrade", path: "admin/dashboard?dialog=announce-upgrade", dialog: true },
    { name: "generator", path: "system/generator" },
    { name: "remove-run", path: "system/generator?dialog=remove-run&id=1", dialog: true },
    { name: "platform, users", path: "admin/users" },
    { name: "platform, companies", path: "admin/companies" },
    { name: "platform, activity", path: "admin/log" },
    { name: "platform, orders", path: "admin/orders" },
    { name: "public pages, to write", path: "admin/pages?page=terms" },
    { name: "restore-page", path: "admin/pages?page=terms&dialog=restore-page&version=0", dialog: true },
    { name: "a version of a public page", path: "admin/pages/preview?page=privacy&version=0" },
    ...PUBLIC_PAGES.map((page) => ({ name: `public page: ${page}`, path: page })),
    { name: "company, under the administration", path: "admin/company/general" },
    { name: "deactivate-company", path: "admin/company/general?dialog=deactivate-company", dialog: true },
    { name: "profile of somebody", path },
    { name: "companies of somebody", path: `${path}/companies` },
    ...["edit-email", "ban-user", "remove-user", "erase-user"].map((name): Screen => ({
      name,
      path: `${path}?dialog=${name}`,
      dialog: true,
    })),
  ];
}

/** The names of all dialogs in the sources, so that none is forgotten here. */
export function dialogNamesInSources(): string[] {
  const names = new Set<string>();
  const walk = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const file = path.join(folder, entry.name);
      if (entry.isDirectory()) walk(file);
      else if (file.endsWith(".tsx")) {
        const text = readFileSync(file, "utf8");
        for (const [, name] of text.matchAll(/<(?:FormDialog|ConfirmDialog)\b[^>]*?\bname="([\w-]+)"/g))
          names.add(name!);
        for (const [, name] of text.matchAll(/const (?:\w+_DIALOG|NAME) = "([\w-]+)"/g)) names.add(name!);
      }
    }
  };
  walk(path.resolve("app/features"));
  return [...names].sort();
}

/**
 * Addresses of all screens in app/routes as patterns: "planning/plan/$planId". Those without a component are no
 * screens.
 */
export function screenAddressesInSources(): string[] {
  const addresses: string[] = [];
  for (const folder of readdirSync(path.resolve("app/routes"))) {
    const file = path.resolve("app/routes", folder, "route.tsx");
    // A route.ts shows nothing.
    if (!existsSync(file)) continue;
    const text = readFileSync(file, "utf8");
    const isScreen = /export default |export \{[^}]*\bdefault\b/.test(text);
    const isLayout = text.includes("<Outlet");
    if (isScreen && !isLayout)
      addresses.push(
        folder
          .replace(/^_main\.?/, "")
          .replace(/\.?_index$/, "")
          .replaceAll(".", "/")
          // stands beside its parent's layout, and not within it
          .replaceAll("_/", "/"),
      );
  }
  return addresses.sort();
}
