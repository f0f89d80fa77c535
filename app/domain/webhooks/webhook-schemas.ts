/** The bodies of events as programs receive them, for the API's document and for tests. */
import { z } from "zod";
import { TEST_EVENT, WEBHOOK_EVENT_NAMES, WEBHOOK_EVENTS } from "./webhook-events";
import type { RouteTold, VisitTold, WebhookEventName } from "./webhook-events";

const id = z.int().min(1);
const idOrNone = z.int().min(0);
const company = { company_id: id };
const plan = { ...company, plan_id: id, plan_version: z.int(), change: z.string() };

const Route = z.strictObject({
  id,
  status: z.int(),
  vehicle_id: idOrNone,
  driver_id: idOrNone,
}) satisfies z.ZodType<RouteTold>;
const Visit = z.strictObject({
  id,
  route_id: idOrNone,
  status: z.int(),
  external_id: z.string(),
}) satisfies z.ZodType<VisitTold>;

const BY_SUBJECT = {
  plan: z.strictObject(plan),
  route: z.strictObject({ ...plan, routes: z.array(Route).min(1) }),
  visit: z.strictObject({ ...plan, visits: z.array(Visit).min(1) }),
  calculation: z.strictObject({
    ...company,
    plan_id: idOrNone,
    calculation_id: id,
    status: z.string(),
    error_code: z.string(),
  }),
  webhook: z.strictObject({ ...company, message: z.string() }),
};

const subjectOf = (name: string) => name.slice(0, name.indexOf(".")) as keyof typeof BY_SUBJECT;

/** The whole body of an event. */
export const bodySchema = (name: WebhookEventName | typeof TEST_EVENT) =>
  z.strictObject({ type: z.literal(name), timestamp: z.iso.datetime(), data: BY_SUBJECT[subjectOf(name)] });

/** Every event with what it tells. */
export const documentedEvents = (): { name: string; summary: string; body: z.ZodType }[] => [
  ...WEBHOOK_EVENT_NAMES.map((name) => ({ name, summary: WEBHOOK_EVENTS[name], body: bodySchema(name) })),
  { name: TEST_EVENT, summary: "Sent by hand, to test an address", body: bodySchema(TEST_EVENT) },
];
