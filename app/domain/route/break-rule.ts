/**
 * When a route has to take its break, and where. A break is due when the route is on the road through all the hours in
 * which it may begin, or is longer than the company's limit. Calculations, changes by hand and the warning of a missing
 * break all follow this rule; the solver's own function decides.
 */
import { isBreakDue } from "solver/contract/public";
import { parseUtcText } from "../time/utc-text";
import { secOf } from "../time/format";
import { VisitType } from "../visit/visit-type";
import { driveTimes } from "./drive-times";
import type { CompanySettings } from "../company/company";
import type { Visit } from "../visit/visit";
import type { StopAhead } from "./drive-times";

/** A break that a route may have to take. Epoch seconds and seconds. */
export interface DueBreak {
  /** it begins between these two */
  opens: number;
  closes: number;
  serviceSec: number;
  /** a longer route has to take it in any case; null: only the hours count */
  afterSec: number | null;
}

/** Seconds after which the company wants a break in any case; null where only the break's hours count. */
export const dueAfterSec = ({ defaultBreakAfter }: Pick<CompanySettings, "defaultBreakAfter">): number | null =>
  defaultBreakAfter > 0 ? secOf(defaultBreakAfter) : null;

/** When the route left its start, or is planned to: epoch seconds. Null without times. */
export function leftAt(visits: readonly Pick<Visit, "type" | "completedAt" | "arrivalTime">[]): number | null {
  const start = visits.find((visit) => visit.type === VisitType.Start);
  return parseUtcText(start?.completedAt ?? start?.arrivalTime);
}

/** @param leaves when the route leaves its start, @param ends when it is over, both without the break */
export function breakIsDue({ opens, closes, afterSec }: DueBreak, leaves: number, ends: number): boolean {
  return isBreakDue(
    { onlyIfDue: true, timeWindows: [[opens, closes]], ...(afterSec === null ? {} : { dueAfterSec: afterSec }) },
    leaves,
    ends,
  );
}

/** The route as it is without its break. */
interface WithoutBreak {
  /** what is left of it, in driving order, its end included */
  stops: readonly StopAhead[];
  /** when it leaves for the first of them */
  leaves: number;
  /** when it could leave, if that is not settled */
  earliest?: number;
  /** when it left its start, if it is on the road */
  since?: number;
  /** when it has to be over */
  shiftEnd?: number | null;
}

/** The number of the stop before which the break stands, as the solver would put it; null where none is due. */
export function placeOfBreak(
  pause: DueBreak,
  { stops, leaves, earliest = leaves, since = leaves, shiftEnd = null }: WithoutBreak,
): number | null {
  const ends = driveTimes(leaves, stops).at(-1)?.end;
  if (ends === undefined || !breakIsDue(pause, since, ends)) return null;
  const rest: StopAhead = {
    travelSec: 0,
    serviceSec: pause.serviceSec,
    opens: pause.opens,
    closes: pause.closes,
    isBreak: true,
  };
  let best = { at: 0, late: Infinity, end: Infinity };
  for (let at = 0; at < stops.length; at++) {
    const order = [...stops.slice(0, at), rest, ...stops.slice(at)];
    const times = driveTimes(earliest, order);
    const end = times.at(-1)!.end;
    const late = order.reduce(
      (sum, { closes }, k) => sum + Math.max(0, times[k]!.begin - (closes ?? Infinity)),
      Math.max(0, end - (shiftEnd ?? Infinity)),
    );
    // of equally good places the last one: more is driven before the break
    if (late < best.late || (late === best.late && end <= best.end)) best = { at, late, end };
  }
  return best.at;
}
