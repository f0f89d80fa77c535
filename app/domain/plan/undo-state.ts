import type { Plan } from "./plan";
import type { Route } from "../route/route";
import type { Vehicle } from "../vehicle/vehicle";
import type { Visit } from "../visit/visit";

/** What stands now of a plan whose change is to be taken back. */
export interface UndoState {
  plan: Plan;
  routes: readonly Route[];
  /** all of the plan, and those that the change removed, off their routes */
  visits: readonly Visit[];
  /** those that the change removed, as they were */
  removed: readonly Visit[];
  /** the one that was changed along with the plan, as it is now; undefined when it is removed, or none was changed */
  vehicle?: Vehicle | undefined;
}
