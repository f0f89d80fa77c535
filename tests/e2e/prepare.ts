import type { APIResponse, BrowserContext, Page, Request, WebSocket } from "@playwright/test";
import * as XLSX from "xlsx";
import { unpackRows } from "~/lib/columns";
import type { Parts } from "~/lib/parts";
import type { Columns } from "~/lib/columns";
import { dayIn } from "../helpers/days";
import { expect } from "./fixtures";

/**
 * A day that is ready before a test begins, made by the same plain forms that the screens post: a warehouse, a plan,
 * its visits and vehicles out of one workbook, and, when asked for, calculated.
 */
export interface DayOptions {
  /** of plan and warehouse; a test's own, because all tests of a database share the company */
  title: string;
  visits: readonly Record<string, string | number>[];
  vehicles: readonly Record<string, string | number>[];
  calculate?: boolean;
}

export interface Day {
  planId: number;
  title: string;
  /** "planning/plan/12" */
  path: string;
  /** what the plan page knows about its routes and visits now */
  state: () => Promise<DayState>;
  /** the names of a route's stops in driving order; those without a route for null */
  order: (vehicle: string | null) => Promise<string[]>;
  /** the id of a visit, by its name */
  visit: (name: string) => Promise<number>;
  /** and of a route, by its vehicle's */
  route: (vehicle: string) => Promise<number>;
}

export interface DayState {
  plan: { version: number };
  routes: {
    id: number;
    vehicle: string;
    driverId: number | null;
    status: number;
    stops: number;
    isLocked: boolean;
    finish: number | null;
  }[];
  visits: {
    id: number;
    name: string;
    routeId: number | null;
    status: number;
    label: number;
    type: string;
    lat?: number | null;
    lng?: number | null;
  }[];
  choices: { drivers: { id: number; name: string }[] };
  calculation: { queryId: number; status: string; errorMessage: string | null } | null;
}

const HTML = { Accept: "text/html" };
/** Around the warehouse of `preparedDay`. */
export const SCHAAN = { lat: 47.1353, lng: 9.5373 };

/** Where it is about noon: a day on the road has hours before and behind it, whenever the test runs. */
export function zoneAtNoon(): string {
  const east = 12 - new Date().getUTCHours();
  return `Etc/GMT${east > 0 ? "-" : "+"}${Math.abs(east)}`;
}

/** Stops on a ring around the warehouse, from its east against the clock, otherwise alike. */
export function stops(
  names: readonly string[],
  more: Record<string, string | number> = {},
): Record<string, string | number>[] {
  return names.map((name, index) => {
    const turn = (2 * Math.PI * index) / names.length;
    return {
      Name: name,
      Address: `Ring ${index + 1}, Schaan`,
      Latitude: Number((SCHAAN.lat + 0.02 * Math.sin(turn)).toFixed(6)),
      Longitude: Number((SCHAAN.lng + 0.03 * Math.cos(turn)).toFixed(6)),
      ...more,
    };
  });
}

/** Two towns in the north and the south of the warehouse, far enough apart for nobody to serve both. */
export function towns(north: readonly string[], south: readonly string[]): Record<string, string | number>[] {
  return [
    ...north.map((name, index) => [name, 0.12 + index / 200] as const),
    ...south.map((name, index) => [name, -0.08 - index / 200] as const),
  ].map(([name, up]) => ({
    Name: name,
    Address: `${up > 0 ? "North" : "South"} Street, ${name}`,
    Latitude: Number((SCHAAN.lat + up).toFixed(6)),
    Longitude: SCHAAN.lng,
  }));
}

/** A workbook as the file field takes it. */
export function workbook(
  name: string,
  sheets: Readonly<Record<string, readonly object[]>>,
): { name: string; mimeType: string; buffer: Buffer } {
  const book = XLSX.utils.book_new();
  for (const [title, rows] of Object.entries(sheets))
    XLSX.utils.book_append_sheet(book, XLSX.utils.json_to_sheet([...rows]), title);
  return {
    name,
    mimeType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    buffer: XLSX.write(book, { type: "buffer", bookType: "xlsx" }) as Buffer,
  };
}

/** The hidden field that says for which company a page was made: that of whoever is signed in. */
export async function pageCompany(page: Page): Promise<{ pageCompany: string }> {
  const response = await page.request.get("planning?_data=routes/_main");
  const { company } = (await response.json()) as { company: { id: number } };
  return { pageCompany: String(company.id) };
}

/** The company of each browser, asked once: what is prepared is prepared before anybody switches to another one. */
const companies = new WeakMap<BrowserContext, Promise<{ pageCompany: string }>>();

function companyOf(page: Page): Promise<{ pageCompany: string }> {
  const context = page.context();
  let company = companies.get(context);
  if (company === undefined) companies.set(context, (company = pageCompany(page)));
  return company;
}

/** The message for the page after a form, which nobody looks at here: it would be told by a later one. */
const forgetMessage = (page: Page): Promise<void> => page.context().clearCookies({ name: "platform_flash" });

/** Posts a plain form as a browser without scripts does, and leaves the page after it alone. @returns its redirect */
export async function post(page: Page, path: string, form: Record<string, string | number>): Promise<APIResponse> {
  const response = await page.request.post(path, {
    form: { ...(await companyOf(page)), ...form },
    headers: HTML,
    maxRedirects: 0,
  });
  expect(response.status(), `${form.intent ?? "POST"} to ${path}`).toBeLessThan(400);
  await forgetMessage(page);
  return response;
}

/** The id in the address that a form leads to. */
export function idAfter(response: APIResponse, pattern: RegExp): number {
  const address = response.headers().location ?? "";
  const id = Number(pattern.exec(address)?.[1]);
  expect(id, `${pattern} in ${address}`).toBeGreaterThan(0);
  return id;
}

/** What the plan's page is given, for questions that no screen answers in one word. */
export async function planState(page: Page, planId: number): Promise<DayState> {
  const response = await page.request.get(`planning/plan/${planId}?_data=routes/_main.planning.plan.$planId`);
  expect(response.status()).toBe(200);
  const { routes, visits, ...rest } = (await response.json()) as Omit<DayState, "routes" | "visits"> & {
    routes: Columns<DayState["routes"][number]>;
    visits: Parts<DayState["visits"][number]>;
  };
  return { ...rest, routes: unpackRows(routes), visits: unpackRows(visits.rows) };
}

/** 0.3 s for some stops, which is plenty; the default of a new plan is 2 s. */
const QUICKLY = 2;

/** How long the plan's calculations search, 0 for a moment; everything else as it is for a new plan. */
export const setSolvingTime = (page: Page, planId: number, solvingTime: number): Promise<APIResponse> =>
  post(page, `planning/plan/${planId}`, {
    intent: "plan.settings",
    solvingTime,
    exploration: QUICKLY,
    squashDuration: 1,
    avoidTolls: 1,
    startLocationType: "W",
    endLocationType: "N",
  });

/** The newest calculation once it has ended; `after`: another one than that. */
export async function calculated(page: Page, planId: number, after = 0): Promise<NonNullable<DayState["calculation"]>> {
  const newest = async () => {
    const { calculation } = await planState(page, planId);
    return calculation !== null && calculation.queryId > after ? calculation : null;
  };
  await expect
    .poll(async () => (await newest())?.status ?? "queued", { timeout: 60_000 })
    .not.toMatch(/queued|running/);
  return (await newest())!;
}

/** The demo company's driver, who signs in as "driver". */
export const DRIVER = "Drew Driver";

/** As when the driver comes back to a tab: its page sends what waits at once, and not with its next timer. */
export const lookAt = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));

/** Approves a route and sends it on the road. @param driver who drives it from now on; left out: as it stands */
export async function startRoute(page: Page, day: Day, routeId: number, driver?: string): Promise<void> {
  if (driver !== undefined) {
    const { choices } = await day.state();
    const driverId = choices.drivers.find(({ name }) => name === driver)!.id;
    await post(page, day.path, { intent: "route.change", routeId, driverId });
  }
  await post(page, day.path, { intent: "route.approve", routeId });
  await post(page, day.path, { intent: "route.start", routeId, confirmed: 1 });
}

/** The hash of a public link, as the button that copies it asks for it. */
export async function linkHash(page: Page, kind: "route" | "visit", id: number): Promise<string> {
  const answer = await page.request.get(`api/routing-${kind}/list?${kind}_id=${id}&get_hash=true`);
  return ((await answer.json()) as { data: { hash: string } }).data.hash;
}

/** What a confirmation asks for, in the words of the form: 1 may be given, 2 has to be. */
const PROOF = { optional: 1, required: 2 } as const;

/**
 * A confirmation template for what recipients are handed.
 * @param asks `mailbox`: the mailbox is another way, which asks for nothing
 * @returns its id
 */
export async function confirmationTemplate(
  page: Page,
  title: string,
  asks: Partial<Record<"photo" | "signature", keyof typeof PROOF>> & { mailbox?: true },
): Promise<number> {
  const { photo, signature, mailbox } = asks;
  await post(page, "company/settings", {
    intent: "template.create",
    title,
    delivery_confirmation: 1,
    tag_to_recipient: 1,
    ...(mailbox ? { tag_to_mailbox: 1 } : {}),
    ...(photo ? { photo_to_recipient: PROOF[photo] } : {}),
    ...(signature ? { signature_to_recipient: PROOF[signature] } : {}),
  });
  const settings = await (await page.request.get("company/settings", { headers: HTML })).text();
  const ids = [...settings.matchAll(/edit-template&(?:amp;)?id=(\d+)/g)].map(([, id]) => Number(id));
  expect(ids.length, `confirmation templates after “${title}”`).toBeGreaterThan(0);
  return Math.max(...ids);
}

/** @param page of somebody who has signed in */
export async function prepareDay(page: Page, { title, visits, vehicles, calculate = true }: DayOptions): Promise<Day> {
  const created = await post(page, "planning?index", {
    intent: "plan.create",
    title,
    serviceDate: dayIn(1),
    warehouseId: "new",
    warehouseTitle: `${title} depot`,
    warehouseAddress: "Landstrasse 1, Schaan",
    warehouseLat: SCHAAN.lat,
    warehouseLng: SCHAAN.lng,
    chooseVehicles: 1,
  });
  const planId = idAfter(created, /\/planning\/plan\/(\d+)/);
  const path = `planning/plan/${planId}`;
  await setSolvingTime(page, planId, 0);
  const file = workbook("day.xlsx", { Visits: visits, Vehicles: vehicles });
  const upload = await page.request.post(`import?plan=${planId}`, {
    multipart: { ...(await companyOf(page)), plan_id: String(planId), file },
    headers: HTML,
    maxRedirects: 0,
  });
  const sheetId = idAfter(upload, /\/company\/sheet\/(\d+)/);
  await post(page, `company/sheet/${sheetId}`, { intent: "routing-sheet.apply-mapping" });
  if (calculate) {
    await post(page, path, { intent: "calculation.start" });
    const { status, errorMessage } = await calculated(page, planId);
    expect([status, errorMessage]).toEqual(["done", null]);
  }
  const state = () => planState(page, planId);
  const route = async (vehicle: string) => (await state()).routes.find((one) => one.vehicle === vehicle)!.id;
  return {
    planId,
    title,
    path,
    state,
    route,
    visit: async (name) => (await state()).visits.find((one) => one.name === name)!.id,
    order: async (vehicle) => {
      const routeId = vehicle === null ? null : await route(vehicle);
      const own = (await state()).visits.filter(
        (one) => one.routeId === routeId && (one.type === "D" || one.type === "P"),
      );
      return own.sort((a, b) => a.label - b.label).map((one) => one.name);
    },
  };
}

/** The page stands as the server sent it; its scripts come when the function that this gives is called. */
export async function withholdScripts(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(
    (url) => url.pathname.includes("/build/") && url.pathname.endsWith(".js"),
    async (route) => {
      await released;
      await route.continue();
    },
  );
  return release;
}

/** A route of these stops that the driver has started; the page is a dispatcher's. */
export async function onTheRoad(
  page: Page,
  title: string,
  names: readonly string[],
): Promise<{ day: Day; routeId: number }> {
  const day = await prepareDay(page, { title, visits: stops(names), vehicles: [{ Plate: `${title} 1` }] });
  const routeId = await day.route(`${title} 1`);
  await startRoute(page, day, routeId, DRIVER);
  return { day, routeId };
}

/** A form, and not what a page tells every now and then: that somebody works with it. */
export const isForm = (request: Request): boolean =>
  request.method() === "POST" && !new URL(request.url()).pathname.endsWith("/activity");

const told = (socket: WebSocket, text: string): Promise<unknown> =>
  socket.waitForEvent("framereceived", ({ payload }) => String(payload).includes(text));

/**
 * Goes to a page and waits until it hears what others change: the socket is open before it is in the company's room.
 * @returns waits for the next message to the page that has this text in it
 */
export async function gotoListening(page: Page, path: string): Promise<(text: string) => Promise<unknown>> {
  const listening = page
    .waitForEvent("websocket", (socket) => socket.url().includes("socket.io"))
    .then((socket) => told(socket, '42["site"').then(() => socket));
  await page.goto(path);
  const socket = await listening;
  return (text) => told(socket, text);
}

/**
 * Holds back the socket of the pages that are opened after this: they are there, and hear nothing yet.
 * @returns when a page has asked for it, and what lets it through
 */
export async function holdSocket(page: Page): Promise<{ asked: Promise<void>; open: () => void }> {
  let tell = (): void => undefined;
  let open = (): void => undefined;
  const asked = new Promise<void>((resolve) => (tell = resolve));
  const listening = new Promise<void>((resolve) => (open = resolve));
  await page.routeWebSocket(/socket\.io/, async (socket) => {
    tell();
    await listening;
    socket.connectToServer();
  });
  return { asked, open };
}
