import { formatHHmm } from "~/domain/time/hhmm";
import { localParts } from "~/domain/time/time-zone";
import { planTime, timeOnDay } from "~/domain/time/service-clock";
import { windowNamed } from "~/domain/time/time-window";
import type { TimelineRow, TimelineStop } from "./timeline-types";

const HOUR = 3600;
const DAY = 24 * HOUR;

export interface TimelineScale {
  fromSec: number;
  toSec: number;
  /** Seconds of the ticks, whole hours. */
  ticks: number[];
}

/**
 * Whole hours around everything on the rows; a working day when there is nothing. More ticks when it is drawn wider.
 */
export function timelineScale(rows: readonly TimelineRow[], nowSec: number | null = null, zoom = 1): TimelineScale {
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  const include = (sec: number | null | undefined) => {
    if (sec === null || sec === undefined) return;
    from = Math.min(from, sec);
    to = Math.max(to, sec);
  };
  for (const row of rows) {
    include(row.shiftStartSec);
    include(row.shiftEndSec);
    include(row.segments[0]?.startSec);
    include(row.segments[row.segments.length - 1]?.endSec);
  }
  // The now-line widens the picture only when it is near it.
  if (nowSec !== null && nowSec > from - 2 * HOUR && nowSec < to + 2 * HOUR) include(nowSec);
  if (!(to > from)) return timelineTicks(8 * HOUR, 18 * HOUR, zoom);
  return timelineTicks(Math.floor(from / HOUR) * HOUR, Math.ceil(to / HOUR) * HOUR, zoom);
}

function timelineTicks(fromSec: number, toSec: number, zoom: number): TimelineScale {
  const hoursInSight = (toSec - fromSec) / HOUR / zoom;
  const step =
    (hoursInSight > 24
      ? 4
      : hoursInSight > 14
        ? 2
        : zoom === 1 || hoursInSight > 5
          ? 1
          : hoursInSight > 2.5
            ? 0.5
            : 0.25) * HOUR;
  const ticks: number[] = [];
  for (let sec = Math.ceil(fromSec / step) * step; sec <= toSec; sec += step) ticks.push(sec);
  return { fromSec, toSec, ticks };
}

/** Position in percent of the width. */
export const atPercent = (sec: number, { fromSec, toSec }: TimelineScale): number =>
  ((sec - fromSec) / (toSec - fromSec)) * 100;

/** "08:05"; after midnight "01:20 +1". */
export function clockOf(sec: number): string {
  const day = Math.floor(sec / DAY);
  return timeOnDay(formatHHmm(Math.floor((sec - day * DAY) / 60)), day);
}

/** What the clock shows so many seconds after the service date's midnight. */
export type TimelineClock = (sec: number) => string;

/**
 * The clock on the warehouse's wall. On a day on which it is changed its hours are no longer those that have passed: in
 * spring one is missing, in autumn one comes twice.
 * @param midnight epoch seconds of the service date's midnight there
 */
export function wallClock(midnight: number, timeZone: string): TimelineClock {
  const clock = { timeZone, serviceDate: localParts(midnight, timeZone).date };
  return (sec) => planTime(midnight + sec, clock);
}

/** 'window 08:00–12:00' of a stop; null for any time. */
export function stopWindow(
  { windowStartSec, windowEndSec }: Pick<TimelineStop, "windowStartSec" | "windowEndSec">,
  clock: TimelineClock,
): string | null {
  const end = (sec: number | null) => (sec === null ? null : clock(sec));
  return windowNamed(end(windowStartSec), end(windowEndSec));
}

/** The stop whose service is nearest to an instant, within reach; null when none is. */
export function stopNear(row: TimelineRow, sec: number, reachSec: number): TimelineStop | null {
  let best: TimelineStop | null = null;
  let bestGap = reachSec;
  for (const stop of row.stops) {
    const gap = sec < stop.beginSec ? stop.beginSec - sec : sec > stop.endSec ? sec - stop.endSec : 0;
    if (gap < bestGap || (gap === 0 && best === null)) {
      best = stop;
      bestGap = gap;
    }
  }
  return best;
}

/** One SVG path for all segments of a kind: rectangles in seconds across, 0..100 down. */
export function segmentsPath(row: TimelineRow, kinds: readonly string[], top: number, bottom: number): string {
  let path = "";
  for (const { kind, startSec, endSec } of row.segments) {
    if (kinds.includes(kind) && endSec > startSec) path += `M${startSec} ${top}H${endSec}V${bottom}H${startSec}Z`;
  }
  return path;
}

/** Height of a stop's lane under an opened route, px. */
export const LANE_PX = 7;

interface LanesPaths {
  windows: string;
  service: string;
  late: string;
}

/** The lanes of all stops as three paths: seconds across, px down. A window that is open on a side has no end there. */
export function lanesPaths(row: TimelineRow, { fromSec, toSec }: TimelineScale): LanesPaths {
  const paths: LanesPaths = { windows: "", service: "", late: "" };
  const box = (from: number, to: number, top: number, height: number) =>
    `M${from} ${top}H${to}V${top + height}H${from}Z`;
  const tick = (toSec - fromSec) / 800;
  row.stops.forEach(({ windowStartSec, windowEndSec, beginSec, endSec, late }, lane) => {
    const top = lane * LANE_PX;
    const from = Math.max(fromSec, windowStartSec ?? fromSec);
    const to = Math.min(toSec, windowEndSec ?? toSec);
    if ((windowStartSec !== null || windowEndSec !== null) && to > from) {
      paths.windows += box(from, to, top + 3, 1);
      if (windowStartSec !== null && windowStartSec >= fromSec) paths.windows += box(from, from + tick, top + 1, 5);
      if (windowEndSec !== null && windowEndSec <= toSec) paths.windows += box(to - tick, to, top + 1, 5);
    }
    const drawn = box(beginSec, Math.max(endSec, beginSec + 2 * tick), top + 2, 3);
    if (late) paths.late += drawn;
    else paths.service += drawn;
  });
  return paths;
}
