/**
 * The break of a route whose order is fixed: created where it is due, reused where it stands, removed where it is not
 * due.
 */
import { BREAK_DESCRIPTION } from "../constants";
import { parseUtcText } from "../time/utc-text";
import { secOf } from "../time/format";
import { isLocationVisit, isPast } from "../visit/visit-order";
import { plannedStatus } from "../visit/visit-status";
import { VisitType } from "../visit/visit-type";
import { routeProgress } from "../calculation/progress";
import { leftAt, placeOfBreak } from "./break-rule";
import { driveOrder } from "./drive-order";
import { newRouteVisit } from "./route-end-visits";
import { isApprovedStatus } from "./route-status";
import { departure, measuredOrder, stopAhead, stopsToReach } from "./stops-ahead";
import type { Visit } from "../visit/visit";
import type { RetimeInput } from "./stops-ahead";

interface WithDueBreak {
  /** all visits of the route as they will stand on it */
  visits: readonly Visit[];
  removeVisitIds: number[];
  /** id of a break that is not stored yet; null: none is made */
  made: number | null;
}

/** No stored visit has it, and the start and end of a route that are not stored yet have others. */
const DRAFT_ID = Number.MIN_SAFE_INTEGER;

const isOpenBreak = (visit: Visit): boolean => visit.type === VisitType.Break && !isPast(visit);

/** Without rules (no vehicle) the route's breaks stay as they are. */
export function withDueBreak(input: RetimeInput): WithDueBreak {
  const { visits, rules } = input;
  if (rules === undefined) return { visits, removeVisitIds: [], made: null };
  const [stored, ...spare] = driveOrder(visits).filter(isOpenBreak);
  const rest = visits.filter((visit) => !isOpenBreak(visit));
  const place = breakPlace(input, rest);
  if (place === null || rules.pause === null) {
    return { visits: rest, removeVisitIds: visits.filter(isOpenBreak).map((visit) => visit.id), made: null };
  }
  const fields = { ...rules.pause, serviceDuration: secOf(rules.pause.serviceTime) };
  const pause = stored === undefined ? newBreak(input, place.position) : stored;
  return {
    visits: [...rest, { ...pause, ...fields }],
    removeVisitIds: spare.map((visit) => visit.id),
    made: stored === undefined ? DRAFT_ID : null,
  };
}

/** Where a break would stand among the other visits; null where none is due, it was taken, or there are no stops. */
function breakPlace(input: RetimeInput, rest: readonly Visit[]): { position: number } | null {
  const pause = input.rules?.dueBreak ?? null;
  if (pause === null || !rest.some(isLocationVisit) || rest.some((visit) => visit.type === VisitType.Break))
    return null;
  const order = driveOrder(rest);
  const legs = measuredOrder(order, input);
  const prepared = order.map((visit, index) => ({ ...visit, ...legs[index] }));
  const stopsAhead = stopsToReach(prepared);
  const leaves = departure(input, prepared);
  const isUnderway = routeProgress(input.route, rest, input.now) !== null;
  const isSettled = isUnderway || (isApprovedStatus(input.route.status) && input.newDeparture !== true);
  const at = placeOfBreak(pause, {
    stops: stopsAhead.map((visit) => stopAhead(visit, input)),
    leaves,
    ...(isSettled ? {} : { earliest: parseUtcText(input.earliest) ?? leaves }),
    ...(isUnderway ? { since: leftAt(rest) ?? leaves } : {}),
    shiftEnd: parseUtcText(input.rules?.shiftEnd),
  });
  // The end of a route has the highest position of all, so there is always a place before it.
  return at === null ? null : { position: stopsAhead[at]!.position - 0.5 };
}

const newBreak = ({ route }: RetimeInput, position: number): Visit => ({
  ...newRouteVisit(route, VisitType.Break),
  id: DRAFT_ID,
  name: BREAK_DESCRIPTION,
  status: plannedStatus(route),
  position,
  createdAt: "",
  updatedAt: "",
});
