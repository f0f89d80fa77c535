import type { Plan } from "./plan";
import type { Route } from "../route/route";
import type { UtcText } from "../time/utc-text";
import type { Visit } from "../visit/visit";

/** The part of a plan that one change needs; `PlanState` is all of it. */
export interface PlanSlice {
  plan: Plan;
  /** those that the change may touch, in the plan's order */
  routes: Route[];
  /** what the change asked for: whole routes, start, end and break included, wherever times may change */
  visits: Visit[];
  now: UtcText;
}
