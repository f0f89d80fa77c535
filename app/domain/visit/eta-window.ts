/**
 * The window in which a recipient is told to expect the vehicle: around the predicted begin of the service, as wide as
 * predictions have been wrong at that distance, and narrower with every step that the vehicle comes closer.
 */
import { localParts } from "../time/time-zone";
import type { UtcText } from "../time/utc-text";

/** What a prediction rests on: the plan alone, the driver's last report, or where the vehicle is. */
export type EtaBasis = "plan" | "report" | "position";

/** When a visit is reached, as far as it is known now. Instants are epoch seconds. */
export interface LiveEta {
  /** the vehicle is there: what lists call ETA */
  etaSec: number;
  /** the service begins: later than `etaSec` where the vehicle waits for the visit's window */
  beginSec: number;
  /** the service begins between these two, four times out of five */
  fromSec: number;
  toSec: number;
  /** the route has not started, and the window has passed: nobody can say when it will be */
  isPassed: boolean;
  basis: EtaBasis;
  /** of the position, the report or the plan that it rests on */
  madeAt: UtcText;
  /** deliveries and pickups that are served first; 0: it is next */
  stopsBefore: number;
}

/** How far off predictions are that are made with so many stops before the visit, up to the next step. */
interface WidthStep {
  /** the step counts from so many stops on */
  stops: number;
  /** seconds from the predicted begin to the window's ends; negative: before it */
  fromSec: number;
  toSec: number;
}

type Ends = Pick<WidthStep, "fromSec" | "toSec">;

/** Steps with rising `stops`, the first one 0. */
export type Widths = readonly WidthStep[];

/** Where steps begin: close to the visit each stop counts, far from it few do. */
export const WIDTH_STOPS = [0, 1, 2, 3, 5, 9, 17, 33] as const;

/** The step in which a prediction with so many stops before the visit is made. */
export const stepOf = (stopsBefore: number): number => WIDTH_STOPS.findLast((stops) => stops <= stopsBefore) ?? 0;

const MIN = 60;

/** Until a company has finished enough visits: wider to the late side, because delays add up and early ends don't. */
export const DEFAULT_WIDTHS: Widths = [
  { stops: 0, fromSec: -5 * MIN, toSec: 10 * MIN },
  { stops: 1, fromSec: -10 * MIN, toSec: 15 * MIN },
  { stops: 2, fromSec: -10 * MIN, toSec: 20 * MIN },
  { stops: 3, fromSec: -15 * MIN, toSec: 25 * MIN },
  { stops: 5, fromSec: -20 * MIN, toSec: 40 * MIN },
  { stops: 9, fromSec: -25 * MIN, toSec: 50 * MIN },
  { stops: 17, fromSec: -30 * MIN, toSec: 60 * MIN },
  { stops: 33, fromSec: -45 * MIN, toSec: 75 * MIN },
];

/** The share of visits whose service begins inside their window. */
export const WINDOW_COVERAGE = 0.8;

/** Narrower windows would promise more than parking and stairs allow. */
const LEAST_SEC = 10 * MIN;

/** The step that counts with so many stops before the visit. */
export const widthAt = (stopsBefore: number, widths: Widths): WidthStep =>
  widths.findLast((step) => step.stops <= stopsBefore) ?? widths[0]!;

/** The step in whole minutes, none of which is cut off. */
export function shownStep({ fromSec, toSec }: Ends): Ends {
  const padSec = Math.max(0, LEAST_SEC - (toSec - fromSec)) / 2;
  return { fromSec: Math.floor((fromSec - padSec) / MIN) * MIN, toSec: Math.ceil((toSec + padSec) / MIN) * MIN };
}

interface Prediction {
  /** epoch seconds */
  beginSec: number;
  stopsBefore: number;
  /** before this the service can't begin; null for any time */
  opensSec: number | null;
}

/**
 * The window of a prediction, from one whole minute to another. Its width depends on the stops before the visit alone,
 * and never grows as they become fewer; what has passed of it is left out.
 * @param nowSec left out: the window stays whole, as of a route that has not started and has its plan alone
 */
export function etaWindow(
  { beginSec, stopsBefore, opensSec }: Prediction,
  widths: Widths,
  nowSec = -Infinity,
): { fromSec: number; toSec: number } {
  const step = shownStep(widthAt(stopsBefore, widths));
  const begin = Math.round(beginSec / MIN) * MIN;
  const now = Math.floor(nowSec / MIN) * MIN;
  const toSec = Math.max(begin + step.toSec, now + MIN);
  const fromSec = Math.max(begin + step.fromSec, opensSec ?? -Infinity, now);
  return { fromSec: Math.min(fromSec, toSec - MIN), toSec };
}

/** The day to expect the vehicle on: a route that is driven into the night reaches its last stops a day later. */
export const dayOfWindow = ({ fromSec }: Pick<LiveEta, "fromSec">, timeZone: string): string =>
  localParts(fromSec, timeZone).date;
