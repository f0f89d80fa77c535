import type { ReportAnswer } from "./report-answer";

/** One position, as the driver's script sends it. */
export interface SentPosition {
  /** seconds since 1970, by the server's clock as the phone knows it */
  atSec: number;
  lat: number;
  lng: number;
  accuracyM?: number | null | undefined;
  /** degrees from north, clockwise; left out while the vehicle stands */
  headingDeg?: number | null | undefined;
  speedKmh?: number | null | undefined;
}

/** What the server answers to positions. */
export type PositionAnswer =
  /** stored; they don't have to be sent again */
  | { kind: "taken" }
  /** the route is not on the road, or its day is long over: those from before its end are stored, and no others */
  | { kind: "over" }
  /** with status 429 or 500 and above the same may be sent again later; with another one never */
  | Extract<ReportAnswer, { kind: "refused" | "signed-out" | "switched" }>;
