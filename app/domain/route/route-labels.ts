/** The number of a stop on its route. Every view shows the stored one: on the phone both sides mean the same stop. */
import { isLocationVisit, isUnscheduled, sortVisits } from "../visit/visit-order";
import { driveOrder } from "./drive-order";
import type { Patch } from "../changes";
import type { Visit } from "../visit/visit";

type Labelled = Pick<Visit, "id" | "type" | "status" | "position" | "labelPosition" | "completedAt">;

/**
 * Numbers 1, 2, 3 … of a route's location visits: past ones by when they were reported, those ahead as they will be
 * driven, unscheduled ones last. Start, end and breaks have no number (0).
 */
export function labelPositions(visits: readonly Labelled[]): Map<number, number> {
  const numbered = [...driveOrder(visits), ...sortVisits(visits).filter(isUnscheduled)].filter(isLocationVisit);
  const labels = new Map<number, number>(visits.map((visit) => [visit.id, 0]));
  numbered.forEach((visit, index) => labels.set(visit.id, index + 1));
  return labels;
}

/** Only the labels that change. */
export function renumberLabels(visits: readonly Labelled[]): Patch<Visit>[] {
  const labels = labelPositions(visits);
  return visits
    .filter((visit) => labels.get(visit.id) !== visit.labelPosition)
    .map((visit) => ({ id: visit.id, set: { labelPosition: labels.get(visit.id) ?? 0 } }));
}
