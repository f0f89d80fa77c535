/** Numbers that the driver and the map show on the stops of a route. */
import { parseUtcText } from "../time/utc-text";
import { compareVisits, isLocationVisit, isUnscheduled } from "../visit/visit-order";
import type { Patch } from "../changes";
import type { Visit } from "../visit/visit";

type Labelled = Pick<Visit, "id" | "type" | "status" | "position" | "labelPosition" | "arrivalTime" | "completedAt">;

/** Time of a stop: when it was served, else when it is planned. Null for none. */
const realTime = (visit: Labelled): number | null => parseUtcText(visit.completedAt) ?? parseUtcText(visit.arrivalTime);

/**
 * Label numbers 1, 2, 3 … of a route's location visits by real time, stops without a time by position after them,
 * unscheduled ones last. Start, end and breaks have no label (0).
 */
export function labelPositions(visits: readonly Labelled[]): Map<number, number> {
  const unscheduled = (visit: Labelled): number => (isUnscheduled(visit) ? 1 : 0);
  const sorted = visits.filter(isLocationVisit).sort((a, b) => {
    const timeA = realTime(a) ?? Number.MAX_SAFE_INTEGER;
    const timeB = realTime(b) ?? Number.MAX_SAFE_INTEGER;
    return unscheduled(a) - unscheduled(b) || timeA - timeB || compareVisits(a, b);
  });
  const labels = new Map<number, number>(visits.map((visit) => [visit.id, 0]));
  sorted.forEach((visit, index) => labels.set(visit.id, index + 1));
  return labels;
}

/** Only the labels that change. */
export function renumberLabels(visits: readonly Labelled[]): Patch<Visit>[] {
  const labels = labelPositions(visits);
  return visits
    .filter((visit) => labels.get(visit.id) !== visit.labelPosition)
    .map((visit) => ({ id: visit.id, set: { labelPosition: labels.get(visit.id) ?? 0 } }));
}
