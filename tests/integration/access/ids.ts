/** What ids a world has, and which fields of actions and calls hold them. */
import type { More } from "../actions/examples";
import type { Desk } from "../planning/desk";

export interface Ids {
  company: number;
  plan: number;
  route: number;
  visit: number;
  waiting: number;
  placeless: number;
  vehicle: number;
  warehouse: number;
  member: number;
  template: number;
  attachment: number;
  task: number;
  calculation: number;
  sheet: number;
  sheetRow: number;
  user: number;
  apiKey: number;
  webhook: number;
  delivery: number;
  order: number;
}
export type Kind = keyof Ids;

export const idsOf = (desk: Desk, more: More): Ids => ({
  company: desk.companyId,
  plan: desk.planId,
  route: desk.first,
  visit: desk.a,
  waiting: more.waitingId,
  placeless: more.placelessId,
  vehicle: desk.vehicleId,
  warehouse: desk.warehouseId,
  member: desk.driverId,
  template: more.templateId,
  attachment: more.attachmentId,
  task: more.taskId,
  calculation: more.queryId,
  sheet: more.sheetId,
  sheetRow: more.sheetRowId,
  user: desk.ownerId,
  apiKey: more.apiKeyId,
  webhook: more.webhookId,
  delivery: more.deliveryId,
  order: more.orderId,
});

/** An id that nobody has. */
export const MISSING = 999_999_999;

/** By the field's name without its ending: plan_id, planId, planIds. */
const BY_NAME: Readonly<Record<string, Kind>> = {
  company: "company",
  plan: "plan",
  routing_plan: "plan",
  route: "route",
  routing_route: "route",
  toRoute: "route",
  visit: "visit",
  visits: "visit",
  routing_visit: "visit",
  vehicle: "vehicle",
  warehouse: "warehouse",
  driver: "member",
  member: "member",
  confirmationTemplate: "template",
  confirmation_template: "template",
  attachment: "attachment",
  delivery: "delivery",
  endpoint: "webhook",
  order: "order",
  task: "task",
  query: "calculation",
  routing_query: "calculation",
  sheet: "sheet",
  routing_sheet: "sheet",
};

/** What `id` and `ids` are, by the beginning of the action's name or of the call's path. */
const BY_SUBJECT: Readonly<Record<string, Kind>> = {
  api_key: "apiKey",
  calculation: "calculation",
  company: "company",
  "company-members": "member",
  "company-confirmation-template": "template",
  // Rows of the same table; own tests are in api/from-elsewhere.
  jobs: "calculation",
  listed_visits: "waiting",
  member: "member",
  place: "placeless",
  "routing-plan": "plan",
  "routing-query": "calculation",
  "routing-route": "route",
  "routing-sheet": "sheet",
  "routing-sheet-row": "sheetRow",
  "routing-visit": "visit",
  "routing-visit-attachment": "attachment",
  template: "template",
  users: "user",
  vehicle: "vehicle",
  vehicles: "vehicle",
  warehouses: "warehouse",
  members: "member",
  warehouse: "warehouse",
  webhook: "webhook",
  "webhook-delivery": "delivery",
  waiting_visit: "waiting",
};

/** They look like ids of records of a company, and are none: of reference data, of clients, of one's own records. */
const NO_IDS: readonly string[] = [
  "commandId",
  "company_country_id",
  "country_id",
  "countryId",
  "external_id",
  "externalId",
  "failReasonId",
  "fail_reason_id",
  "industry_id",
  "language_id",
  "related_company_id",
  "unit_system_id",
  // Of a picture, which the product knows the owner of.
  "owner_id",
  // Of the person's own.
  "identity_id",
  "session_id",
  "source_id",
  "user_id",
  // Of what super admins decide on for any company, and of the platform.
  "billed_company_id",
  "billing_order_id",
  "run_id",
  // A number within the plan that is named beside it.
  "changeId",
];

/**
 * The kind of record that a field names; null for other fields.
 * @throws Error for a field that looks like an id and isn't known here
 */
export function kindOf(subject: string, field: string): Kind | null {
  // The link of a mail has the id of its account, and a token beside it.
  if (NO_IDS.includes(field) || subject === "email/verify") return null;
  // Super admins open companies of others, and bring them back: admin/opened-company, rights/erasures.
  if (subject === "company.open" || subject === "company.restore") return null;
  if (field === "item_id") return BY_SUBJECT[subject.split("/")[0] ?? ""] ?? null;
  const begin = subject.replace(/^action\//, "").split(/[./]/)[0] ?? "";
  const found = /^(?:ids?|(\w+?)(?:_ids?|Ids?))$/.exec(field);
  if (found === null) return null;
  // A visit of these is one that waits, or that has no place.
  const byName = found[1] === undefined ? BY_SUBJECT[begin] : BY_NAME[found[1]];
  const kind = byName === "visit" && BY_SUBJECT[begin] !== undefined ? BY_SUBJECT[begin] : byName;
  if (kind === undefined)
    throw new Error(
      `${subject} has the field ${field}: say in tests/integration/access/ids.ts which records' ids it holds ` +
        "(BY_NAME, BY_SUBJECT), or that it holds none (NO_IDS).",
    );
  return kind;
}
