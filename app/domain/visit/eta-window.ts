/**
 * The window in which a recipient is told to expect the vehicle: around the predicted begin of the service, as wide as
 * predictions have been wrong at that distance, and narrower with every step that the vehicle comes closer.
 */
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
  basis: EtaBasis;
  /** of the position, the report or the plan that it rests on */
  madeAt: UtcText;
  /** deliveries and pickups that are served first; 0: it is next */
  stopsBefore: number;
}

/** How far off predictions are that are made with so many stops before the visit, up to the next step. */
export interface WidthStep {
  /** the step counts from so many stops on */
  stops: number;
  /** seconds from the predicted begin to the window's ends; negative: before it */
  fromSec: number;
  toSec: number;
}

/** Steps with rising `stops`, the first one 0. */
export type Widths = readonly WidthStep[];

/** Where steps begin: close to the visit each stop counts, far from it few do. */
export const WIDTH_STOPS = [0, 1, 2, 3, 5, 9, 17, 33] as const;

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

/** Windows begin and end at whole five minutes: seconds would promise more than anybody knows. */
const GRID_SEC = 5 * MIN;
const LEAST_SEC = 2 * GRID_SEC;

/** The step that counts with so many stops before the visit. */
export const widthAt = (stopsBefore: number, widths: Widths): WidthStep =>
  widths.findLast((step) => step.stops <= stopsBefore) ?? widths[0]!;

/** Seconds between a window's ends, on the grid. */
export const shownWidthSec = ({ fromSec, toSec }: Pick<WidthStep, "fromSec" | "toSec">): number =>
  Math.max(LEAST_SEC, Math.round((toSec - fromSec) / GRID_SEC) * GRID_SEC);

export interface Prediction {
  /** epoch seconds */
  beginSec: number;
  stopsBefore: number;
  /** before this the service can't begin; null for any time */
  opensSec: number | null;
}

/**
 * The window of a prediction. Its width depends on the stops before the visit alone, and never grows as they become
 * fewer; what has passed of it is left out.
 */
export function etaWindow(
  { beginSec, stopsBefore, opensSec }: Prediction,
  widths: Widths,
  nowSec: number,
): { fromSec: number; toSec: number } {
  const step = widthAt(stopsBefore, widths);
  const start = Math.round((beginSec + step.fromSec) / GRID_SEC) * GRID_SEC;
  const toSec = Math.max(start + shownWidthSec(step), gridAfter(nowSec));
  const earliest = Math.max(opensSec ?? start, gridBefore(nowSec));
  return { fromSec: Math.min(Math.max(start, earliest), toSec - GRID_SEC), toSec };
}

const gridBefore = (sec: number): number => Math.floor(sec / GRID_SEC) * GRID_SEC;
const gridAfter = (sec: number): number => (Math.floor(sec / GRID_SEC) + 1) * GRID_SEC;
