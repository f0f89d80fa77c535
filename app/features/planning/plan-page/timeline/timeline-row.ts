/** A route as the timeline draws it. */
import { isLocationVisit, isStartOrEnd, isUnscheduled } from "~/domain/visit/visit-order";
import { lateFrom, type VisitTimes } from "~/domain/visit/visit-times";
import { VisitType } from "~/domain/visit/visit-type";
import type { TimelineRow, TimelineSegment } from "~/ui/timeline/timeline-types";
import { itemTimes, type RouteItem, type VisitItem } from "../plan-view";
import { colourOf } from "../stop-look";

interface Timed {
  visit: VisitItem;
  times: VisitTimes;
}

/** The leg to a visit, waiting and service there, in seconds since midnight; `travelSec` of the leg without a break. */
function segmentsOf({ visit, times }: Timed, midnight: number, travelSec: number): TimelineSegment[] {
  const segments: TimelineSegment[] = [];
  const [arrival, begin, end] = [times.arrival - midnight, times.begin - midnight, times.end - midnight];
  if (travelSec > 0) segments.push({ kind: "driving", startSec: arrival - travelSec, endSec: arrival });
  if (begin > arrival) segments.push({ kind: "waiting", startSec: arrival, endSec: begin, stopId: visit.id });
  if (!isStartOrEnd(visit) && end > begin)
    segments.push({
      kind: visit.type === VisitType.Break ? "break" : "service",
      startSec: begin,
      endSec: end,
      stopId: visit.id,
    });
  return segments;
}

/** A route's day. A planned break divides the leg that it falls on: the driving before it, and the rest. */
function daySegments(stops: readonly Timed[], midnight: number): TimelineSegment[] {
  let free: number | null = null;
  let driven = 0;
  return stops.flatMap((stop, index) => {
    const { visit, times } = stop;
    const isRest = visit.type === VisitType.Break && visit.ata === undefined;
    const leg = isRest
      ? (stops.slice(index).find((later) => later.visit.type !== VisitType.Break)?.visit.travelSec ?? 0)
      : visit.travelSec;
    const travelSec = Math.max(0, Math.min(leg - driven, isRest && free !== null ? times.arrival - free : leg));
    driven = isRest ? driven + travelSec : 0;
    free = times.end;
    return segmentsOf(stop, midnight, travelSec);
  });
}

/** @param midnight epoch seconds at which the service date begins at the warehouse */
export function timelineRow(route: RouteItem, group: readonly VisitItem[], midnight: number): TimelineRow {
  const timed = group.flatMap((visit): Timed[] => {
    const times = isUnscheduled(visit) ? null : itemTimes(visit);
    return times === null ? [] : [{ visit, times }];
  });
  const segments = daySegments(timed, midnight);
  const sec = (epoch: number | null | undefined): number | null =>
    epoch === null || epoch === undefined ? null : epoch - midnight;
  return {
    id: route.id,
    name: route.vehicle,
    detail: route.driverId === null ? undefined : route.driver,
    colour: colourOf(route).fill,
    square: colourOf(route).square,
    segments,
    stops: timed
      .filter(({ visit }) => isLocationVisit(visit))
      .map(({ visit, times }) => ({
        id: visit.id,
        label: String(visit.label),
        name: visit.name,
        timeLabel: times.label,
        shownSec: times.shown - midnight,
        beginSec: times.begin - midnight,
        endSec: times.end - midnight,
        windowStartSec: sec(visit.opens),
        windowEndSec: sec(visit.closes),
        // Of the times that are drawn here, which are the plan's on the road too.
        late: lateFrom(times.begin, visit.closes ?? null) !== null,
      })),
    shiftStartSec: sec(route.shiftStart),
    shiftEndSec: sec(route.shiftEnd),
    overtimeSec: route.overtimeSec,
  };
}
