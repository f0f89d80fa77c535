/** Every URL of the product, without the base path (Remix adds it to links and redirects). */
export const BASE_PATH = "/platform";
/** By itself, for small scripts: a script that uses one of `paths` holds them all. */
export const DRIVER_PATH = "/driver";

type Query = Record<string, string | number | undefined | null>;

function withQuery(path: string, query?: Query): string {
  if (!query) return path;
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== "") params.set(name, String(value));
  }
  const text = params.toString();
  return text ? `${path}?${text}` : path;
}

export const paths = {
  home: () => "/",
  /** answers while the server can work */
  ready: () => "/readyz",
  /** for anybody; @param page see `PublicPage` */
  publicPage: (page: string) => `/${page}`,
  login: (redirectTo?: string) => withQuery("/login", { redirectTo }),
  /** the answer of a passkey is sent there */
  passkeyLogin: () => "/login/passkey",
  /** what a browser is to ask its passkeys */
  passkeyQuestion: () => "/api/passkey/question",
  logout: () => "/logout",
  /** where a sign-out leads: that page clears up in the browser (lib/signed-out) */
  signedOut: (page = "/login") => withQuery(page, { signedOut: 1 }),
  /** the second step of a sign-in */
  verifyMfa: (redirectTo?: string) => withQuery("/verify-mfa", { redirectTo }),
  /** asks for a password of one's own in place of one that was set */
  newPassword: (redirectTo?: string) => withQuery("/new-password", { redirectTo }),
  signUp: () => "/sign-up",
  /** to a provider, and back from there to `redirectTo` */
  socialLogin: (driver: string, redirectTo?: string) => withQuery(`/social/${driver}/login`, { redirectTo }),
  /** where the provider sends the browser */
  socialCallback: (driver: string) => `/social/${driver}/callback`,
  /** asks before an account elsewhere is linked */
  socialLink: () => "/social/link",
  forgot: () => "/forgot",
  /** a new password, from a mail's link */
  reset: (token: string, email: string) => withQuery("/reset", { token, email }),
  emailVerify: () => "/email-verify",
  /** the link of a mail; it leads to the next one */
  verifyLink: (userId: number, token: string) => `/api/email/verify/${userId}/${token}`,
  /** asks before it verifies: mail programs open links by themselves */
  confirmEmail: (userId: string, token: string) =>
    `/email-verify/${encodeURIComponent(userId)}/${encodeURIComponent(token)}`,
  /** the link of an invitation's mail; its page asks */
  invitation: (token: string) => `/invitation/${encodeURIComponent(token)}`,
  /** the invitations of whoever is signed in */
  invitations: () => "/invitations",
  /** told while somebody works with a page */
  activity: () => "/activity",
  switchCompany: () => "/company/switch",
  /** the list of plans, where links to it lead; an incomplete profile is completed there */
  planningMain: (query?: Query) => withQuery("/planning/main", query),
  /** the same list, or on a narrow screen the page that was open last */
  planning: () => "/planning",
  plan: (planId: number, query?: Query) => withQuery(`/planning/plan/${planId}`, query),
  route: (routeId: number, query?: Query) => withQuery(`/planning/route/${routeId}`, query),
  unserved: (planId: number, query?: Query) => withQuery(`/planning/plan/unserved/${planId}`, query),
  /** visits without a sure place: of a plan, of an import, or all */
  fixPlaces: (query?: Query) => withQuery("/planning/places", query),
  previewMove: (query: Query) => withQuery("/planning/preview", query),
  proposal: (queryId: number) => `/planning/proposal/${queryId}`,
  planChanges: (planId: number) => `/planning/changes/${planId}`,
  visitDetails: (visitId: number) => `/planning/visit/${visitId}`,
  failed: (planId: number, query?: Query) => withQuery(`/planning/plan/failed/${planId}`, query),
  /** a picture that fits into so many pixels; `path` as its attachment has it */
  previewImage: (path: string, w: number, h: number) => withQuery("/preview/image", { path, w, h }),
  attachment: (attachmentId: number, query?: Query) =>
    withQuery(`/routing-visit-attachment/view-image/${attachmentId}`, query),
  company: () => "/company",
  companyLog: (query?: Query) => withQuery("/company/log", query),
  companyLogFile: (format: "xlsx" | "csv", query?: Query) => withQuery(`/company/log/${format}`, query),
  companyDashboard: (query?: Query) => withQuery("/company/dashboard", query),
  companyDashboardFile: (format: "xlsx" | "csv", query?: Query) => withQuery(`/company/dashboard/${format}`, query),
  companyGeneral: () => "/company/general",
  companyData: () => "/company/data",
  /** all of the company as a zip archive */
  companyDataFile: () => "/company/data/export",
  /** @param tag see `imageTag`: another picture has another address */
  companyImage: (companyId: number, tag: string) => withQuery(`/company/image/${companyId}`, { tag }),
  import: (query?: Query) => withQuery("/import", query),
  sheets: () => "/company/sheet",
  sheet: (sheetId: number, query?: Query) => withQuery(`/company/sheet/${sheetId}`, query),
  /** its rows as a workbook */
  sheetRows: (sheetId: number, query?: Query) => withQuery(`/company/sheet/${sheetId}/rows`, query),
  warehouses: (query?: Query) => withQuery("/company/resources/warehouses", query),
  /** the rows of a list, as it is narrowed */
  resourcesFile: (what: "vehicles" | "warehouses" | "couriers", format: "xlsx" | "csv", query?: Query) =>
    withQuery(`/company/resources/${what}/${format}`, query),
  calculationsFile: (format: "xlsx" | "csv", query?: Query) =>
    withQuery(`/company/calculation-history/${format}`, query),
  vehicles: (query?: Query) => withQuery("/company/resources/vehicles", query),
  couriers: (query?: Query) => withQuery("/company/resources/couriers", query),
  find: (text: string) => withQuery("/find", { q: text }),
  visits: (query?: Query) => withQuery("/company/visits", query),
  visitsFile: (format: "xlsx" | "csv") => `/company/visits/${format}`,
  team: (query?: Query) => withQuery("/company/team", query),
  companyApi: (query?: Query) => withQuery("/company/api", query),
  companyWebhooks: (query?: Query) => withQuery("/company/api/webhooks", query),
  apiDocs: () => "/api/docs",
  apiDocument: () => "/api/openapi.json",
  companySettings: (query?: Query) => withQuery("/company/settings", query),
  billing: () => "/company/billing",
  billingMain: (query?: Query) => withQuery("/company/billing/main", query),
  /** @param visits a month */
  billingShop: (months?: number, visits?: number) =>
    ["/company/billing/shop", months, visits].filter((part) => part !== undefined).join("/"),
  /** the same as they were typed */
  billingShopTyped: (months: string, visits: string) => withQuery("/company/billing/shop", { months, visits }),
  /** leads to the provider's page */
  billingCheckout: (orderId: number) => `/company/billing/checkout/${orderId}`,
  /** where the provider leads back to */
  billingPaid: () => withQuery("/company/billing/main", { paid: 1 }),
  billingPortal: () => "/company/billing/portal",
  /** of an order, as a PDF */
  billingInvoice: (orderId: number) => `/company/billing/invoice/${orderId}`,
  /** of all companies, for platform admins */
  adminOrders: (query?: Query) => withQuery("/admin/orders", query),
  companyMessages: (query?: Query) => withQuery("/company/messages", query),
  /** for a recipient: ends the messages */
  stopMessages: (token: string) => `/stop/${encodeURIComponent(token)}`,
  calculations: (query?: Query) => withQuery("/company/calculation-history", query),
  calculation: (queryId: number) => withQuery("/company/calculation-history", { query: queryId }),
  calculationText: (queryId: number, part: "input" | "output") => `/export/calculation/${queryId}/text/${part}`,
  exportFile: (what: "plan" | "route" | "calculation", id: number, format: string) => `/export/${what}/${id}/${format}`,
  /** tiles of a built map; `version` changes with every build */
  mapTiles: (name: string, version: string) => `/map/tiles/${name}/${version}/{z}/{x}/{y}.mvt`,
  suggestAddresses: (query?: Query) => withQuery("/map-service/suggest", query),
  addressDetails: (query?: Query) => withQuery("/map-service/details", query),
  getAddress: () => "/map-service/get-address",
  getLocation: () => "/map-service/get-location",
  /** which columns an exported plan has */
  exportColumns: (planId: number, query?: Query) => withQuery(`/planning/export/${planId}`, query),
  profile: (query?: Query) => withQuery("/profile", query),
  /** second factors and recovery codes */
  profileSecurity: () => "/profile/security",
  profileCompanies: (query?: Query) => withQuery("/profile/companies", query),
  /** of another user, for super admins */
  userProfile: (userId: number, query?: Query) => withQuery(`/profile/${userId}`, query),
  userCompanies: (userId: number, query?: Query) => withQuery(`/profile/${userId}/companies`, query),
  /** one's own companies as a file, and another user's */
  companiesFile: (format: "xlsx" | "csv", query?: Query) => withQuery(`/profile/companies/${format}`, query),
  userCompaniesFile: (userId: number, format: "xlsx" | "csv", query?: Query) =>
    withQuery(`/profile/${userId}/companies/${format}`, query),
  /** a person's picture; `tag` changes with it */
  userImage: (userId: number, tag: string) => withQuery(`/profile/image/${userId}`, { tag }),
  driver: () => DRIVER_PATH,
  driverRoute: (routeId: number, query?: Query) => withQuery(`/driver/route/${routeId}`, query),
  /** what the map of a route shows */
  driverMap: (routeId: number) => `/driver/map/${routeId}`,
  /** live, for those who are signed in */
  trackingRoute: (routeId: number, query?: Query) => withQuery(`/tracking/route/${routeId}`, query),
  trackingVisit: (visitId: number, query?: Query) => withQuery(`/tracking/visit/${visitId}`, query),
  /** the call that answers the hash of a public link */
  linkHash: (kind: "route" | "visit", id: number) => `/api/routing-${kind}/list?${kind}_id=${id}&get_hash=true`,
  /** what somebody without an account sees who has no link; `from` is the page that they came to */
  publicTracking: (from?: string) => withQuery("/tracking/public", { from }),
  /** for anybody who has the link */
  publicRoute: (routeId: number | string, hash: string) => `/tracking/public/${routeId}/${encodeURIComponent(hash)}`,
  publicRouteEvents: (routeId: number, hash: string) =>
    `/tracking/public/${routeId}/${encodeURIComponent(hash)}/events`,
  publicVisitEvents: (visitId: number, hash: string) =>
    `/tracking/public/visit/${visitId}/${encodeURIComponent(hash)}/events`,
  /** a picture that a visit's page shows */
  publicPicture: (visitId: number, hash: string, pictureId: number) =>
    `/tracking/public/visit/${visitId}/${encodeURIComponent(hash)}/picture/${pictureId}`,
  publicVisit: (visitId: number | string, hash: string) =>
    `/tracking/public/visit/${visitId}/${encodeURIComponent(hash)}`,
  tracking: (query?: Query) => withQuery("/tracking", query),
  /** the ways that vehicles on the road took so far */
  trackingTrails: () => "/tracking/trails",
  /** which other routes could take a stop */
  moveStop: (visitId: number) => `/tracking/move/${visitId}`,
  /** a day as it was driven */
  replay: (query?: Query) => withQuery("/tracking/replay", query),
  /** a picture that no visit has, by its place in the task */
  taskPicture: (taskId: number, index: number) => `/road-task/${taskId}/picture/${index}`,
  admin: () => "/admin",
  adminDashboard: () => "/admin/dashboard",
  adminUsers: (query?: Query) => withQuery("/admin/users", query),
  adminCompanies: (query?: Query) => withQuery("/admin/companies", query),
  adminListFile: (what: "users" | "companies", format: "xlsx" | "csv", query?: Query) =>
    withQuery(`/admin/${what}/${format}`, query),
  /** makes companies up for tests and trainings */
  generator: (query?: Query) => withQuery("/system/generator", query),
  /** the texts of the pages for anybody */
  adminPages: (query?: Query) => withQuery("/admin/pages", query),
  /** how one would look: what is posted, or an older version */
  adminPagePreview: (query?: Query) => withQuery("/admin/pages/preview", query),
  adminLogFile: (format: "xlsx" | "csv", query?: Query) => withQuery(`/admin/log/${format}`, query),
  adminLog: (query?: Query) => withQuery("/admin/log", query),
  /** the company area of a company that a super admin has opened, with the same pages as `company` */
  adminCompany: () => "/admin/company",
  adminCompanyGeneral: () => "/admin/company/general",
  adminCompanyBilling: () => "/admin/company/billing/main",
} as const;

/** The same URL as the browser's address bar shows it, for e-mails, sockets and plain links. */
export const absolute = (path: string): string => `${BASE_PATH}${path}`;

/** Of a path that may have the base path. */
export const withoutBase = (path: string): string => {
  if (path === BASE_PATH) return "/";
  return path.startsWith(`${BASE_PATH}/`) ? path.slice(BASE_PATH.length) : path;
};
