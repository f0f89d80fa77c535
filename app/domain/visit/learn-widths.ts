/**
 * How wide a company's windows have to be, so that four of five visits begin inside: learnt from how wrong its own
 * predictions were, by the stops that were left before the visit.
 *
 * Split conformal prediction (Vovk et al. 2005; Lei et al. 2018): of n errors in order, those with the ranks
 * ⌊(n+1)·α/2⌋ and ⌈(n+1)·(1−α/2)⌉ enclose the next one with a probability of at least 1−α, whatever their
 * distribution is.
 */
import { DEFAULT_WIDTHS, WIDTH_STOPS, WINDOW_COVERAGE } from "./eta-window";
import type { Widths } from "./eta-window";

/** Finished visits from which a company's own widths count. */
export const LEAST_VISITS = 200;

/** Predictions of one step from which its own errors count. */
const LEAST_OF_STEP = 100;

/** How wrong a prediction was. */
export interface PredictionError {
  /** of `WIDTH_STOPS`: the step in which it was made */
  stops: number;
  /** really, less as predicted; negative: earlier */
  errorSec: number;
}

/**
 * Each step holds the windows of the steps nearer to the visit, so that windows narrow; a step with few predictions is
 * at least as wide as the default.
 */
export function learnWidths(errors: readonly PredictionError[]): Widths {
  let [fromSec, toSec] = [0, 0];
  return WIDTH_STOPS.map((stops, index) => {
    const own = errors.filter((error) => error.stops === stops).map(({ errorSec }) => errorSec);
    const ends = own.length >= LEAST_OF_STEP ? enclosing(own) : DEFAULT_WIDTHS[index]!;
    fromSec = Math.min(fromSec, ends.fromSec);
    toSec = Math.max(toSec, ends.toSec);
    return { stops, fromSec, toSec };
  });
}

/** The seconds between which the next error lies with the probability of the coverage. */
function enclosing(errors: readonly number[]): { fromSec: number; toSec: number } {
  const sorted = [...errors].sort((a, b) => a - b);
  const tail = (1 - WINDOW_COVERAGE) / 2;
  const ranked = (rank: number) => sorted[Math.min(sorted.length, Math.max(1, rank)) - 1]!;
  return {
    fromSec: Math.floor(ranked(Math.floor((sorted.length + 1) * tail))),
    toSec: Math.ceil(ranked(Math.ceil((sorted.length + 1) * (1 - tail)))),
  };
}
