import type { Plan } from "./plan";
import type { Route } from "../route/route";
import type { Vehicle } from "../vehicle/vehicle";
import type { Visit } from "../visit/visit";

/** A plan as it is now, of which a change is to be undone. */
export interface UndoState {
  plan: Plan;
  routes: readonly Route[];
  /** all of the plan, and those that the change removed, off their routes */
  visits: readonly Visit[];
  /** those that the change removed, as they were */
  removed: readonly Visit[];
  /** the same of routes */
  removedRoutes: readonly Pick<Route, "id" | "vehicleId">[];
  /** the vehicle that was changed along with the plan, as it is now; undefined when removed, or none was changed */
  vehicle?: Vehicle | undefined;
}
