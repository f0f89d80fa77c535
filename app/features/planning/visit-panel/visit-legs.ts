/** The legs that a visit takes part in, as stored: for the sudo admin, who looks for a fault. */
import { decodePolyline } from "~/lib/polyline";
import { formatDuration } from "~/domain/time/format";
import { VisitType } from "~/domain/visit/visit-type";
import { isUnscheduled } from "~/domain/visit/visit-order";
import type { LngLat } from "~/lib/polyline";
import type { MapRoute } from "~/ui/map/map-types";
import { itemTimes, type VisitItem } from "../plan-page/plan-view";
import { formatDistance } from "~/domain/format-units";
import type { Units } from "~/domain/units";

export interface VisitLeg {
  from: VisitItem;
  to: VisitItem;
  distanceM: number;
  travelSec: number;
  /** epoch seconds: when the vehicle leaves, and when it arrives; null before a calculation */
  leaves: number | null;
  arrives: number | null;
  /** points of the stored line; 0 when the leg is drawn straight */
  points: number;
  path: LngLat[];
}

const isPlaced = (visit: VisitItem): boolean =>
  visit.lat !== undefined && visit.lng !== undefined && visit.type !== VisitType.Break && !isUnscheduled(visit);

/** The leg to the visit and the leg from it. @param group of its route, in driving order */
export function legsOfVisit(visit: VisitItem, group: readonly VisitItem[]): VisitLeg[] {
  const stops = group.filter(isPlaced);
  const at = stops.findIndex((stop) => stop.id === visit.id);
  if (at < 0) return [];
  return [at - 1, at].flatMap((index): VisitLeg[] => {
    const [from, to] = [stops[index], stops[index + 1]];
    if (from === undefined || to === undefined) return [];
    const line = to.line === undefined ? [] : decodePolyline(to.line);
    return [
      {
        from,
        to,
        distanceM: to.distanceM,
        travelSec: to.travelSec,
        leaves: itemTimes(from)?.end ?? null,
        arrives: itemTimes(to)?.arrival ?? null,
        points: line.length,
        path: [[from.lng!, from.lat!], ...line, [to.lng!, to.lat!]],
      },
    ];
  });
}

/** A colour that no route has, visible on light and dark maps. */
const COLOUR = { colour: "#ffd400", textColour: "#1a1f24" };

/** As lines with their figures; their ids are no route's. */
export const legLines = (legs: readonly VisitLeg[], units: Units): MapRoute[] =>
  legs.map((leg, index) => ({
    id: -1 - index,
    name: `${formatDistance(leg.distanceM, units)} · ${formatDuration(leg.travelSec)}`,
    ...COLOUR,
    path: leg.path,
  }));
