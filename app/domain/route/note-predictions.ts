/**
 * What is noted of a route after each of its reports: what is predicted about the stops ahead, once for each step that
 * they come closer, and when the stops behind it really began. Windows are learnt and judged by it.
 */
import { parseUtcText, utcText } from "../time/utc-text";
import type { UtcText } from "../time/utc-text";
import { dayClock } from "../time/service-clock";
import { beganAt } from "../visit/began-at";
import type { Began, SeenAt } from "../visit/began-at";
import { WIDTH_STOPS, etaWindow, stepOf } from "../visit/eta-window";
import type { Widths } from "../visit/eta-window";
import { isLocationVisit, isPast } from "../visit/visit-order";
import { VisitType } from "../visit/visit-type";
import { driveOrder } from "./drive-order";
import { liveTimes, servedStops } from "./live-times";
import type { RouteOnRoad, StopOnRoad } from "./live-times";
import { RouteStatus } from "./route-status";

/** The predicted begin of a visit in epoch seconds, by the step of `WIDTH_STOPS` in which it was predicted first. */
export type PredictedBegins = Readonly<Record<number, number>>;

export interface KnownPrediction {
  id: number;
  begins: PredictedBegins;
  /** position, report, or none: nothing tells; null: not served yet */
  beganBy: string | null;
}

/** A visit that nothing was predicted about on this route. */
export interface NewPrediction {
  routeId: number;
  visitId: number;
  begins: PredictedBegins;
  /** the window that its recipient sees now */
  promisedFrom: UtcText;
  promisedTo: UtcText;
}

export interface PredictionChange {
  id: number;
  begins?: PredictedBegins;
  beganAt?: UtcText | null;
  beganBy?: Began["by"] | "none" | null;
}

export interface PredictionChanges {
  added: NewPrediction[];
  changed: PredictionChange[];
  /** of visits that the route doesn't serve any more */
  removedIds: number[];
}

export interface NotedRoute {
  routeId: number;
  state: RouteOnRoad;
  /** what is noted of the route already, by the visit's id */
  known: ReadonlyMap<number, KnownPrediction>;
  /** where the vehicle was seen, oldest first */
  trail: readonly SeenAt[];
  widths: Widths;
}

/** @param nowSec epoch seconds */
export function notePredictions(noted: NotedRoute, nowSec: number): PredictionChanges {
  const { state, known } = noted;
  const isOnRoad = state.route.status === RouteStatus.OnRoute;
  const ahead = isOnRoad ? noteAhead(noted, nowSec) : { added: [], changed: [] };
  const served = new Set(
    state.visits.filter((visit) => isLocationVisit(visit) && (isOnRoad || isPast(visit))).map(({ id }) => id),
  );
  const removedIds = [...known].flatMap(([visitId, { id, beganBy }]) =>
    beganBy === null && !served.has(visitId) ? [id] : [],
  );
  return { added: ahead.added, changed: [...ahead.changed, ...noteBehind(noted)], removedIds };
}

function noteAhead(
  { state, known, routeId, widths }: NotedRoute,
  nowSec: number,
): Pick<PredictionChanges, "added" | "changed"> {
  const clock = dayClock(state.serviceDate, state.timeZone);
  const added: NewPrediction[] = [];
  const changed: PredictionChange[] = [];
  for (const { visit, begin, stopsBefore } of servedStops(liveTimes(state, nowSec))) {
    const step = stepOf(stopsBefore);
    const before = known.get(visit.id);
    if (before === undefined) {
      const window = etaWindow({ beginSec: begin, stopsBefore, opensSec: clock(visit.startTime) }, widths, nowSec);
      added.push({
        routeId,
        visitId: visit.id,
        begins: { [step]: begin },
        promisedFrom: utcText(window.fromSec),
        promisedTo: utcText(window.toSec),
      });
      continue;
    }
    const isNew = before.begins[step] === undefined;
    // A report that was taken back.
    const isBack = before.beganBy !== null;
    if (isNew || isBack)
      changed.push({
        id: before.id,
        ...(isNew ? { begins: { ...before.begins, [step]: begin } } : {}),
        ...(isBack ? { beganAt: null, beganBy: null } : {}),
      });
  }
  return { added, changed };
}

function noteBehind({ state, known, trail }: NotedRoute): PredictionChange[] {
  const clock = dayClock(state.serviceDate, state.timeZone);
  const past = driveOrder(state.visits).filter((visit) => isPast(visit) && isPlace(visit));
  const isOver = state.route.status !== RouteStatus.OnRoute;
  const changes: PredictionChange[] = [];
  let sinceSec = -Infinity;
  for (const [index, visit] of past.entries()) {
    const [before, after] = [past[index - 1] ?? null, past[index + 1] ?? null];
    const began = beganAt(visit, { before, after, sinceSec, opensSec: clock(visit.startTime) }, trail);
    sinceSec = began?.sec ?? sinceSec;
    const prediction = known.get(visit.id);
    if (!isLocationVisit(visit) || prediction === undefined || prediction.beganBy !== null) continue;
    // The next report tells whether this one came in time.
    if (began?.by !== "position" && after === null && !isOver) continue;
    changes.push({
      id: prediction.id,
      beganAt: began === null ? null : utcText(began.sec),
      beganBy: began?.by ?? "none",
    });
  }
  return changes;
}

const isPlace = ({ type }: StopOnRoad): boolean => type !== VisitType.Break && type !== VisitType.End;

/** How wrong predictions were, one for each step. @param beganAt UTC text */
export const errorsOf = (begins: PredictedBegins, beganAt: UtcText): { stops: number; errorSec: number }[] => {
  const began = parseUtcText(beganAt)!;
  return WIDTH_STOPS.flatMap((stops) =>
    begins[stops] === undefined ? [] : [{ stops, errorSec: began - begins[stops] }],
  );
};
