/** Which records an action is about, by its name and its input: what the log compares before and after. */

/** Tables whose rows the log shows, with the word for one of them. */
export const MODELS = {
  billing_orders: "Order",
  companies: "Company",
  company_api_keys: "API key",
  company_members: "Member",
  confirmation_templates: "Confirmation template",
  message_texts: "Message text",
  road_tasks: "Task",
  routing_plans: "Plan",
  routing_queries: "Calculation",
  routing_routes: "Route",
  routing_sheets: "Import",
  routing_visit_attachments: "Picture",
  routing_visits: "Visit",
  users: "User",
  vehicles: "Vehicle",
  warehouses: "Warehouse",
  webhook_deliveries: "Webhook delivery",
  webhook_endpoints: "Webhook",
} as const;
export type LoggedTable = keyof typeof MODELS;

export interface LogSubject {
  table: LoggedTable;
  ids: readonly number[];
}

type Fields = Readonly<Record<string, LoggedTable>>;

const PLAN: Fields = { planId: "routing_plans", plan_id: "routing_plans" };
const ROUTE: Fields = { routeId: "routing_routes" };
const VISIT: Fields = { visitId: "routing_visits", visitIds: "routing_visits", ids: "routing_visits" };
const CALCULATION: Fields = { queryId: "routing_queries", id: "routing_queries" };
const only = (table: LoggedTable): Fields => ({ id: table, ids: table });

/** By the beginning of the name: fields in the order of their weight. */
const FIELDS: Readonly<Record<string, Fields>> = {
  api_key: only("company_api_keys"),
  attachment: { attachmentId: "routing_visit_attachments" },
  attachments: VISIT,
  billing: { order_id: "billing_orders", billed_company_id: "companies" },
  billing_order: { billing_order_id: "billing_orders" },
  // The task that says so is made by it.
  attention: { key: "road_tasks" },
  calculation: { ...CALCULATION, ...PLAN },
  drivers: PLAN,
  listed_visits: VISIT,
  member: only("company_members"),
  members: only("company_members"),
  message_text: only("message_texts"),
  place: VISIT,
  plan: PLAN,
  proposal: { ...CALCULATION, ...PLAN },
  recipient_request: { taskId: "road_tasks" },
  road_task: { taskId: "road_tasks" },
  route: { ...ROUTE, ...PLAN },
  "routing-query": only("routing_queries"),
  "routing-route": only("routing_routes"),
  "routing-sheet": { sheet_id: "routing_sheets" },
  suggestion: VISIT,
  tracking: { ...ROUTE, ...VISIT },
  template: only("confirmation_templates"),
  vehicle: only("vehicles"),
  vehicles: only("vehicles"),
  visit: VISIT,
  visits: VISIT,
  waiting_visit: VISIT,
  warehouse: only("warehouses"),
  warehouses: only("warehouses"),
  webhook: { ...only("webhook_endpoints"), deliveryId: "webhook_deliveries" },
};

/** Actions on the company itself. */
const OF_COMPANY = [
  "company",
  "confirmation",
  "defaults",
  "fail_reasons",
  "messages",
  "positions",
  "proofs",
  "recipient_pages",
];
/** Actions on the account of whoever carries them out. */
const OF_OWN_ACCOUNT = ["first_steps", "identity", "profile", "session", "sessions"];
/** Actions on the account of another person. */
const OF_ACCOUNT = "user";
/** It fills in an account and its company. */
const OF_BOTH = "profile.complete";

const beginOf = (name: string): string => name.slice(0, name.indexOf("."));
const idsIn = (value: unknown): number[] => [value].flat().filter((id) => typeof id === "number");

/** Done to a company from outside: the entry is one of that company, whose administrators read it. */
const FROM_OUTSIDE = ["company.open", "company.restore"];

/**
 * Done for the platform, and remarks of super admins, which the administrators of the company don't read. What is
 * decided on packages of a company, that company's log has as well (features/billing).
 */
const OF_PLATFORM = [
  "billing.update_custom",
  "billing_order.approve",
  "billing_order.reject",
  "company.comment",
  "generator.remove",
  "generator.start",
  "public_page.restore",
  "public_page.save",
  "site.announce",
];

/**
 * Whose log has the entry: the author's company, or the one that is opened; null for what is done to an account or for
 * the platform.
 */
export function logCompanyOf(name: string, input: unknown, companyId: number | null): number | null {
  if (isOfAnotherAccount(name) || OF_PLATFORM.includes(name)) return null;
  return FROM_OUTSIDE.includes(name)
    ? (idsIn((input as { company_id?: unknown } | null)?.company_id)[0] ?? null)
    : companyId;
}

/** An account is a person's and no company's: what is done to another one is no entry of the author's company. */
const isOfAnotherAccount = (name: string): boolean => beginOf(name) === OF_ACCOUNT;

/**
 * The records that the input names, the main ones first; no ids for one that is about to be made; nothing for what has
 * no record.
 */
export function subjectsOf(
  name: string,
  input: unknown,
  { companyId, userId }: { companyId: number | null; userId: number | null },
): readonly LogSubject[] {
  const begin = beginOf(name);
  const given = (input ?? {}) as Readonly<Record<string, unknown>>;
  const company: LogSubject = { table: "companies", ids: idsIn(companyId) };
  const own: LogSubject = { table: "users", ids: idsIn(userId) };
  if (FROM_OUTSIDE.includes(name)) return [{ table: "companies", ids: idsIn(given.company_id) }];
  if (name === OF_BOTH) return [own, company];
  if (OF_COMPANY.includes(begin)) return [company];
  if (OF_OWN_ACCOUNT.includes(begin)) return [own];
  if (begin === OF_ACCOUNT) return [{ table: "users", ids: idsIn(given.user_id) }];
  const subject = subjectByField(begin, given);
  return subject === null ? [] : [subject];
}

function subjectByField(begin: string, given: Readonly<Record<string, unknown>>): LogSubject | null {
  const fields = Object.entries(FIELDS[begin] ?? {});
  for (const [field, table] of fields) {
    const ids = idsIn(given[field]);
    if (ids.length > 0) return { table, ids };
  }
  const [first] = fields;
  return first === undefined ? null : { table: first[1], ids: [] };
}
