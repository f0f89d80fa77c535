/** How far a route has come: a recalculation continues from there. */
import { hasCoordinates } from "../validation/coordinates";
import { driveOrder } from "../route/drive-order";
import { RouteStatus } from "../route/route-status";
import { laterOf } from "../time/utc-text";
import { finishTime } from "../visit/visit-display";
import { isLocationVisit, isPast } from "../visit/visit-order";
import { VisitStatus } from "../visit/visit-status";
import { VisitType } from "../visit/visit-type";
import type { Place } from "../place";
import type { Route } from "../route/route";
import type { UtcText } from "../time/utc-text";
import type { Visit } from "../visit/visit";

export interface RouteProgress {
  /** UTC text: the later of the last finish time and now */
  leavesAt: UtcText;
  /** place of the last served visit; null: still at the route's own start */
  place: Place | null;
  /** the location visit that was served there; null at the start */
  visitId: number | null;
  /** past location visits */
  served: number;
  /** metres already driven */
  drivenM: number;
  /** on board to the end, picked up or not delivered: m³ and kg */
  onBoardCapacity: number;
  onBoardLoad: number;
}

/** Nothing is unloaded at a failed delivery, and nothing loaded at a failed pickup. */
const staysOnBoard = ({ type, status }: Visit): boolean =>
  type === VisitType.Pickup ? status === VisitStatus.Delivered : status === VisitStatus.Failed;

/** Progress of a route, or null before it has started (not on route, and nothing past). */
export function routeProgress(
  route: Pick<Route, "status">,
  visits: readonly Visit[],
  now: UtcText,
): RouteProgress | null {
  const past = driveOrder(visits).filter(isPast);
  if (past.length === 0 && route.status !== RouteStatus.OnRoute) return null;
  const last = past.at(-1);
  // A break has no place of its own: the vehicle stands where it was before.
  const at = past.filter((visit) => visit.type !== VisitType.Break && hasCoordinates(visit)).at(-1);
  const served = past.filter(isLocationVisit);
  const onBoard = served.filter(staysOnBoard);
  return {
    leavesAt: laterOf(last === undefined ? null : finishTime(last), now),
    place: at === undefined || at.lat === null || at.lng === null ? null : { lat: at.lat, lng: at.lng },
    visitId: at !== undefined && isLocationVisit(at) ? at.id : null,
    served: served.length,
    drivenM: past.reduce((sum, visit) => sum + visit.distance, 0),
    onBoardCapacity: onBoard.reduce((sum, visit) => sum + visit.packageCapacity, 0),
    onBoardLoad: onBoard.reduce((sum, visit) => sum + visit.packageLoad, 0),
  };
}
