/** What a company's own programs can be told of. The names are part of the API: none is ever renamed. */
export const WEBHOOK_EVENTS = {
  "plan.created": "A plan was made",
  "plan.updated": "A plan's title, status or settings changed",
  "plan.removed": "A plan was removed, with its routes and visits",
  "route.created": "A route was added, or brought back by an undo",
  "route.updated": "A route's vehicle, driver, settings, times or order changed",
  "route.removed": "A route was removed",
  "route.approved": "A route was approved",
  "route.started": "A vehicle left",
  "route.finished": "A route was finished",
  "route.reopened": "A report was taken back: the route is approved or on the road again",
  "route.reset": "A route that was approved is being planned again",
  "visit.created": "A visit was added, or brought back by an undo",
  "visit.updated": "A visit's data or its route changed",
  "visit.removed": "A visit was removed",
  "visit.done": "A visit was reported as done",
  "visit.failed": "A visit was reported as failed",
  "visit.reopened": "A report was taken back: the visit is to be served",
  "calculation.finished": "A calculation ended: done, proposed, cancelled, or too late for a plan that has changed",
  "calculation.failed": "A calculation failed",
} as const;
export type WebhookEventName = keyof typeof WEBHOOK_EVENTS;
export const WEBHOOK_EVENT_NAMES = Object.keys(WEBHOOK_EVENTS) as WebhookEventName[];

/** In a form, the fields of the events are called 'event_plan.created', … */
export const EVENT_FIELD = "event";

/** Sent by a button alone; nobody chooses it. */
export const TEST_EVENT = "webhook.test";

export const isWebhookEvent = (name: string): name is WebhookEventName => Object.hasOwn(WEBHOOK_EVENTS, name);

/** Rows of one event: a change of more than that is told in several. */
export const MAX_ROWS = 100;

/** Numbers as in the API's own rows: 0 means none. */
export interface RouteTold {
  id: number;
  status: number;
  vehicle_id: number;
  driver_id: number;
}
export interface VisitTold {
  id: number;
  route_id: number;
  status: number;
  /** of the program that it came from; "" for none */
  external_id: string;
}

interface OfPlan {
  company_id: number;
  plan_id: number;
  /** the plan's, after the change */
  plan_version: number;
}
/** `change`: what happened to the plan, as its log names it, such as 'visits.move' */
type WebhookData =
  | { company_id: number; message: string }
  | (OfPlan & { change: string })
  | (OfPlan & { change: string; routes: RouteTold[] })
  | (OfPlan & { change: string; visits: VisitTold[] })
  | { company_id: number; plan_id: number; calculation_id: number; status: string; error_code: string };

/** One thing that happened. */
export interface WebhookEvent {
  type: WebhookEventName | typeof TEST_EVENT;
  data: WebhookData;
}

/** The body that is signed and sent: the envelope of Standard Webhooks. @param now UTC text */
export const bodyOf = ({ type, data }: WebhookEvent, now: string): string =>
  JSON.stringify({ type, timestamp: `${now.replace(" ", "T")}Z`, data });
