/** How full a vehicle gets on its route. */
import { VisitStatus } from "../visit/visit-status";
import { VisitType } from "../visit/visit-type";
import type { Visit } from "../visit/visit";

type CarriedStop = Pick<Visit, "type" | "status">;

/** Times its amount: what a stop changes on board. A failed one changes nothing, its goods stay where they were. */
const change = ({ type, status }: CarriedStop): -1 | 0 | 1 => {
  if (status === VisitStatus.Failed) return 0;
  return type === VisitType.Pickup ? 1 : -1;
};

/**
 * The most that is on board at any time: deliveries from the start, pickups from where they are made. What could not
 * be delivered stays on board, and what could not be picked up never is.
 * @param stops in driving order @param amount of one stop, in any unit
 */
export function mostOnBoard<V extends CarriedStop>(stops: readonly V[], amount: (stop: V) => number): number {
  let onBoard = stops.reduce((sum, stop) => sum + (stop.type === VisitType.Pickup ? 0 : amount(stop)), 0);
  let most = onBoard;
  for (const stop of stops) {
    onBoard += change(stop) * amount(stop);
    most = Math.max(most, onBoard);
  }
  return most;
}
