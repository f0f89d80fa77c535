/** How full a vehicle gets on its route. */
import { VisitType } from "../visit/visit-type";
import type { Visit } from "../visit/visit";

/**
 * The most that is on board at any time: deliveries from the start, pickups from where they are made.
 * @param stops in driving order @param amount of one stop, in any unit
 */
export function mostOnBoard<V extends Pick<Visit, "type">>(stops: readonly V[], amount: (stop: V) => number): number {
  const isPickup = ({ type }: V) => type === VisitType.Pickup;
  let onBoard = stops.reduce((sum, stop) => sum + (isPickup(stop) ? 0 : amount(stop)), 0);
  let most = onBoard;
  for (const stop of stops) {
    onBoard += isPickup(stop) ? amount(stop) : -amount(stop);
    most = Math.max(most, onBoard);
  }
  return most;
}
