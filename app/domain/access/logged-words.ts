/** Fields of the log, which are named and stored as in the database, in the words of the forms that set them. */
import { AIM_LABELS } from "../calculation/aim";
import { camelCase } from "../camel-case";
import { CALCULATION_TYPE_LABELS } from "../calculation/calculation-type";
import { ORDER_STATUS_LABELS } from "../billing/order";
import { SHEET_STATE_LABELS } from "../import/sheet-state";
import { PLAN_STATUS_LABELS } from "../plan/plan-status";
import { wordOfField } from "../plan/changed-fields";
import type { ChangedEntity, ChangeNames } from "../plan/changed-fields";
import { RECORD_STATUS_LABELS } from "../record-status";
import { ROUTE_STATUS_LABELS } from "../route/route-status";
import { CONFIRMATION_TAG_LABELS } from "../visit/confirmation";
import { failReasonTitle } from "../visit/fail-reasons";
import { VISIT_SOURCE_LABELS } from "../visit/visit-source";
import { VISIT_STATUS_LABELS } from "../visit/visit-status";
import { InvitationType } from "../team/invitation";
import { METRIC } from "../units";
import type { Units } from "../units";
import { DELIVERY_STATE_LABELS } from "../webhooks/delivery";
import { USER_STATE_LABELS } from "./platform-lists";

const NOTHING = "–";

type Labels = Readonly<Record<string | number, string>>;

/** Of the others it is Active or Inactive, or a word of its own. */
const STATUS_LABELS: Readonly<Record<string, Labels>> = {
  Order: ORDER_STATUS_LABELS,
  Plan: PLAN_STATUS_LABELS,
  Route: ROUTE_STATUS_LABELS,
  User: USER_STATE_LABELS,
  Visit: VISIT_STATUS_LABELS,
};

/** How far it has come. */
const STATE_LABELS: Readonly<Record<string, Labels>> = {
  Import: SHEET_STATE_LABELS,
  "Webhook delivery": DELIVERY_STATE_LABELS,
};

const INVITATION_WORDS: Labels = {
  [InvitationType.Waiting]: "Waiting",
  [InvitationType.Accepted]: "Accepted",
  [InvitationType.Declined]: "Declined",
};

/** Fields whose values are codes, whatever record has them. */
const CODES: Readonly<Record<string, readonly [label: string, labels: Labels]>> = {
  confirmation_type: ["Confirmation", CONFIRMATION_TAG_LABELS],
  default_aim: ["Calculations aim at", AIM_LABELS],
  invitation_type: ["Invitation", INVITATION_WORDS],
  source: ["Came by", VISIT_SOURCE_LABELS],
};

/** Of fields of no form, or of one whose label says less. */
const OWN_LABELS: Readonly<Record<string, string>> = {
  completed_at: "Done or failed at (UTC)",
  deleted_at: "Removed at (UTC)",
  fail_note: "Note on the failure",
  done_note: "Note on the delivery",
  finish_time: "Finished at (UTC)",
  invited_at: "Invited at (UTC)",
  is_courier: "Driver",
  reported_at: "Reported at (UTC)",
  reported_lat: "Reported at latitude",
  reported_lng: "Reported at longitude",
  reported_accuracy: "Accuracy of the place, m",
  signature_name: "Signed by",
  uid: "Id for others",
  url: "Address (URL)",
};

/** Which record a field names, by its name or the end of it. */
const REFERENCES: Readonly<Record<string, string>> = {
  billing_order_id: "Order",
  company_id: "Company",
  related_company_id: "Company",
  confirmation_template_id: "Confirmation template",
  driver_id: "Member",
  member_id: "Member",
  plan_id: "Plan",
  query_id: "Calculation",
  route_id: "Route",
  user_id: "User",
  asked_user_id: "User",
  vehicle_id: "Vehicle",
  visit_id: "Visit",
  warehouse_id: "Warehouse",
};

/** The kind of record that a field names; undefined: it names none. */
export const referenceOf = (field: string): string | undefined =>
  Object.hasOwn(REFERENCES, field) ? REFERENCES[field] : undefined;

/** The name of a record of that kind; undefined: not known. */
type NameOfRecord = (model: string, id: number) => string | undefined;

const ENTITIES: Readonly<Record<string, ChangedEntity>> = {
  Plan: "plan",
  Route: "route",
  Visit: "visit",
  Vehicle: "vehicle",
};

const isFlag = (field: string): boolean => /^(?:is|has|avoid|default_has)_|_confirmation$/.test(field);

/** 'default_visit_duration' is "Default visit duration", 'is_locked' "Locked". */
function plainLabel(field: string): string {
  const words = field.replace(/^is_|_id$/g, "").replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

// The log names records by itself: removed ones too, which plans no longer have.
const NO_NAMES: ChangeNames = {
  route: () => undefined,
  vehicle: () => undefined,
  driver: () => undefined,
  template: () => undefined,
};

const codeWords = (labels: Labels, value: unknown): string =>
  (Object.hasOwn(labels, String(value)) ? labels[String(value)] : undefined) ?? String(value);

function wordOf(
  model: string,
  field: string,
  units: Units,
): readonly [label: string, write: (value: unknown) => string] {
  const entity = ENTITIES[model];
  const word = entity === undefined ? undefined : wordOfField(entity, camelCase(field), units);
  const label = OWN_LABELS[field] ?? word?.[0] ?? plainLabel(field);
  if (field === "status") {
    const labels = STATUS_LABELS[model] ?? RECORD_STATUS_LABELS;
    return ["Status", (value) => codeWords(labels, value)];
  }
  const states = field === "state" ? STATE_LABELS[model] : undefined;
  if (states !== undefined) return ["State", (value) => codeWords(states, value)];
  if (field === "type" && model === "Calculation")
    return ["Type", (value) => codeWords(CALCULATION_TYPE_LABELS, value)];
  if (field === "fail_reason_id")
    return ["Reason", (value) => (typeof value === "number" ? failReasonTitle(value) : null) ?? String(value)];
  const code = CODES[field];
  if (code !== undefined) return [code[0], (value) => codeWords(code[1], value)];
  if (isFlag(field)) return [label, (value) => (value === 1 || value === true ? "yes" : "no")];
  if (word !== undefined) return [label, (value) => word[1](value, NO_NAMES, units)];
  return [label, String];
}

/**
 * 'Status: On Route → Failed', 'Driver: – → Rita Beck'
 * @param apart keeps each value apart from the arrow, where lines are read: two names from right to left turn it round
 */
export function loggedFieldWords(
  { model, field, was, is }: { model: string; field: string; was: unknown; is: unknown },
  nameOf: NameOfRecord,
  units: Units = METRIC,
  apart: (value: string) => string = String,
): string {
  const [label, write] = wordOf(model, field, units);
  const reference = referenceOf(field);
  const shown = (value: unknown): string => {
    if (value === null || value === undefined || value === "") return NOTHING;
    if (reference !== undefined && typeof value === "number") return nameOf(reference, value) ?? `#${value}`;
    return write(value);
  };
  // What was told of these without a value.
  if (was === null && is === null) return `${label}: changed`;
  return `${label}: ${apart(shown(was))} → ${apart(shown(is))}`;
}
