/**
 * The matrix of doors: every address and every socket event with what it takes to get in. What the roles may do is in
 * `permissions.ts`; which action does what, in the registry (`features/actions.server.ts`). Tests find whatever has no
 * line here, and ask every address as every role (tests/integration/access).
 */
import { can } from "./permissions";
import type { Actor } from "./actor";
import type { Action } from "./permissions";

/**
 * What a door asks for. `open`: nothing. `account`: an account, also one whose e-mail is not verified. `password`: one
 * that has to choose a password of its own first. `signedIn`: one that nothing holds. `company`: a company to work for.
 * Else that right; a right of the driver on an own route is looked at with the route.
 */
export type Door = "open" | "account" | "password" | "signedIn" | "company" | Action;

export interface Doors {
  get: Door;
  /** `actions`: the right of the registry's action that the form names. Left out: nothing is posted there. */
  post?: Door | "actions";
  /** What is answered without the right: left out, 403 or 404. `sentence`: the answer says why not, with 200. */
  refusal?: "sentence";
}

/** Of Remix, by the names of its routes. */
export const PAGES = {
  _index: { get: "signedIn" },
  _main: { get: "signedIn" },
  "_main.$": { get: "open" },
  "_main.admin": { get: "admin.view" },
  "_main.admin._index": { get: "open" },
  "_main.admin.companies": { get: "companies.listAll", post: "actions" },
  "_main.admin.dashboard": { get: "admin.view", post: "actions" },
  "_main.admin.log": { get: "admin.view" },
  "_main.admin.pages": { get: "pages.edit", post: "actions" },
  "_main.admin.users": { get: "users.manage", post: "actions" },
  // The pages below it are those of _main.company, with the same rights (remix.config.js).
  "_main.admin_.company": { get: "companies.open" },
  "_main.company": { get: "company" },
  "_main.company._index": { get: "open" },
  "_main.company.api": { get: "company.api", post: "actions" },
  "_main.company.api_.webhooks": { get: "company.api", post: "actions" },
  "_main.admin.orders": { get: "billing.manage", post: "actions" },
  "_main.company.billing._index": { get: "open" },
  "_main.company.billing.main": { get: "company.billing", post: "actions" },
  "_main.company.billing.shop.($month).($visits)": { get: "company.billing", post: "actions" },
  "_main.company.calculation-history": { get: "calculation.list", post: "actions" },
  "_main.company.dashboard": { get: "company.dashboard" },
  "_main.company.data": { get: "company.export" },
  "_main.company.general": { get: "company.view", post: "actions" },
  "_main.company.log": { get: "company.log" },
  "_main.company.messages": { get: "company.settings", post: "actions" },
  "_main.company.resources.couriers": { get: "driver.list", post: "actions" },
  "_main.company.resources.vehicles": { get: "vehicle.list", post: "actions" },
  "_main.company.resources.warehouses": { get: "warehouse.list", post: "actions" },
  "_main.company.settings": { get: "template.list", post: "actions" },
  "_main.company.sheet.$sheetId": { get: "import.run", post: "actions" },
  "_main.company.sheet._index": { get: "import.run" },
  "_main.company.team": { get: "member.list", post: "actions" },
  "_main.company.visits": { get: "visit.list", post: "actions" },
  // Each kind of result is looked for with its own right.
  "_main.find": { get: "company" },
  "_main.import": { get: "import.run", post: "import.run" },
  "_main.planning._index": { get: "plan.list", post: "actions" },
  "_main.planning.changes.$planId": { get: "plan.view" },
  "_main.planning.export.$planId": { get: "plan.export", post: "actions" },
  "_main.planning.main": { get: "plan.list", post: "actions" },
  "_main.planning.places": { get: "visit.update", post: "actions" },
  "_main.planning.plan.$planId": { get: "plan.view", post: "actions" },
  "_main.planning.plan.failed.$planId": { get: "plan.view", post: "actions" },
  "_main.planning.plan.unserved.$planId": { get: "plan.view", post: "actions" },
  "_main.planning.preview": { get: "visit.move", refusal: "sentence" },
  "_main.planning.proposal.$queryId": { get: "calculation.view", post: "actions" },
  "_main.planning.route.$routeId": { get: "plan.view", post: "actions" },
  "_main.planning.visit.$visitId": { get: "plan.view", post: "actions" },
  "_main.profile": { get: "company", post: "actions" },
  "_main.profile_.companies": { get: "company", post: "actions" },
  "_main.profile_.$userId": { get: "users.manage", post: "actions" },
  "_main.profile_.$userId_.companies": { get: "users.manage", post: "actions" },
  "_main.system.generator": { get: "system.generator", post: "actions" },
  "_main.tracking._index": { get: "route.list", post: "actions" },
  "_main.tracking.move.$visitId": { get: "visit.move", post: "actions" },
  "_main.tracking.replay": { get: "route.list" },
  "_main.tracking.trails": { get: "route.list" },
  "_main.tracking.route.$routeId": { get: "tracking.view", post: "actions" },
  "_main.tracking.visit.$visitId": { get: "tracking.view", post: "actions" },
  "about-us": { get: "open" },
  activity: { get: "open", post: "signedIn" },
  // Each call of the API has its own right: features/api.server.ts.
  "admin.companies.$format": { get: "companies.listAll" },
  "admin.log.$format": { get: "admin.view" },
  // What is posted is shown and not stored.
  "admin.pages.preview": { get: "pages.edit", post: "pages.edit" },
  "admin.users.$format": { get: "users.manage" },
  "api.$": { get: "open", post: "open" },
  "company.billing.checkout.$orderId": { get: "company.billing" },
  "company.billing.invoice.$orderId": { get: "company.billing" },
  "company.billing.portal": { get: "company.billing" },
  "company.image.$companyId": { get: "company" },
  "company.dashboard.$format": { get: "company.dashboard" },
  "company.data.export": { get: "company.export" },
  "company.log.$format": { get: "company.log" },
  "company.calculation-history.$format": { get: "calculation.list" },
  "company.resources.couriers.$format": { get: "driver.list" },
  "company.resources.vehicles.$format": { get: "vehicle.list" },
  "company.resources.warehouses.$format": { get: "warehouse.list" },
  "company.visits.$format": { get: "visit.list" },
  "company.sheet.$sheetId.rows": { get: "import.run" },
  "company.switch": { get: "open", post: "signedIn" },
  contacts: { get: "open" },
  driver: { get: "company" },
  "driver._index": { get: "route.listOwn", post: "actions" },
  "driver.events": { get: "route.view" },
  "driver.position.$routeId": { get: "open", post: "position.share" },
  "driver.report.$routeId": { get: "open", post: "actions" },
  "driver.map.$routeId": { get: "route.view" },
  "driver.route.$routeId": { get: "route.view", post: "actions" },
  "email-verify": { get: "account", post: "open" },
  "email-verify_.$id.$hash": { get: "open", post: "open" },
  "export.$what.$id.$format": { get: "plan.export" },
  "export.calculation.$id.text.$part": { get: "calculation.export" },
  forgot: { get: "open", post: "open" },
  home: { get: "open" },
  "invitation.$token": { get: "open", post: "open" },
  invitations: { get: "signedIn", post: "signedIn" },
  login: { get: "open", post: "open" },
  // Only a form is sent there.
  "login_.passkey": { get: "open", post: "open" },
  logout: { get: "open", post: "open" },
  "map-service.details": { get: "address.search" },
  "map-service.get-address": { get: "open", post: "address.search" },
  "map-service.get-location": { get: "open", post: "address.search" },
  "map-service.suggest": { get: "address.search" },
  privacy: { get: "open" },
  "preview.image": { get: "visit.view" },
  "profile.security": { get: "signedIn", post: "signedIn" },
  "profile.$userId.companies.$format": { get: "users.manage" },
  "profile.companies.$format": { get: "company" },
  "profile.image.$userId": { get: "company" },
  "new-password": { get: "password", post: "password" },
  reset: { get: "open", post: "open" },
  routing: { get: "open" },
  "road-task.$taskId.picture.$index": { get: "task.settle" },
  "routing-visit-attachment.view-image.$id": { get: "visit.view" },
  // Its signature is looked at besides.
  "payment.stripe": { get: "open", post: "open" },
  "sign-up": { get: "open", post: "open" },
  // The link is the right.
  "stop.$token": { get: "open", post: "open" },
  "social.$driver.callback": { get: "open" },
  "social.$driver.login": { get: "open" },
  "social.link": { get: "signedIn", post: "signedIn" },
  // Their links' hashes are looked at with what they open.
  terms: { get: "open" },
  "tracking.public": { get: "open" },
  "tracking.public._index": { get: "open" },
  "tracking.public.$routeId.$hash": { get: "open" },
  "tracking.public.$routeId.$hash.events": { get: "open" },
  "tracking.public.visit.$visitId.$hash": { get: "open", post: "open" },
  "tracking.public.visit.$visitId.$hash.events": { get: "open" },
  "tracking.public.visit.$visitId.$hash.picture.$pictureId": { get: "open" },
  "verify-mfa": { get: "open", post: "open" },
} as const satisfies Readonly<Record<string, Doors>>;

export type PageName = keyof typeof PAGES;

/** Of Express, before Remix is asked; by path or pattern as `http/app.server.ts` has them. */
export const ADDRESSES: Readonly<Record<string, Doors>> = {
  "/platform/build": { get: "open" },
  // Files of the folder `public`.
  "/platform": { get: "open" },
  "/platform/map/tiles/:name/:version/:z/:x/:y.mvt": { get: "open" },
  "/platform/driver-worker.js": { get: "open" },
  "/platform/healthz": { get: "open" },
  "/platform/readyz": { get: "open" },
  "/platform/swagger-ui": { get: "open" },
  // Files that are not there.
  "/\\.(?:js|css|map|png|jpg|svg|ico|txt|webmanifest|woff2?)$/": { get: "open" },
  // Remix: PAGES.
  "/platform,/platform/*": { get: "open", post: "open" },
  "/": { get: "open" },
  "/home,/about-us,/contacts,/terms,/privacy": { get: "open" },
};

/** What a socket hears, and the rooms that the server lets it into; a client can send nothing. */
export const SOCKET_EVENTS = {
  /** which version of the site the server runs */
  site: "company",
  /** that a platform's administrator has announced an upgrade */
  announced: "company",
  /** that the user's companies have changed: the page loads its frame again */
  companies: "company",
  /** that what has changed since its page was made is not known any more: the page loads its data again */
  missed: "plan.list",
  change: "plan.list",
  progress: "plan.list",
  positions: "plan.list",
} as const satisfies Readonly<Record<string, Door>>;

export const SOCKET_ROOMS = {
  user: "company",
  tab: "company",
  company: "plan.list",
} as const satisfies Readonly<Record<string, Door>>;

/** May the actor open the page? For links to it; the page itself asks with what it shows. */
export function mayOpen(actor: Actor, page: PageName): boolean {
  const { get } = PAGES[page];
  if (get === "open") return true;
  if (get === "signedIn" || get === "account" || get === "password") return actor.kind === "user";
  return get === "company" ? actor.kind === "user" && actor.companyId !== null : can(actor, get);
}
