/** How long a calculation searches whose plan doesn't say it, and with how many threads. */
import { effortMs } from "solver/index";

/** A change moves one visit, and is chosen among the places beside so many others. */
const VISITS_PER_CHANGE = 40;
/** Every visit is looked at a few times, however few may move. */
const LEAST_MS_PER_VISIT = 2;

/**
 * Each thread of a new process compiles the search for itself: with less time for each, fewer find more
 * (`solver/bench/measured.md`).
 */
const LEAST_MS_PER_THREAD = 1500;

/** So many of `most` threads as a search of this time has use for. */
export const threadsWithin = (ms: number, most: number): number =>
  Math.max(1, Math.min(most, Math.floor(ms / LEAST_MS_PER_THREAD)));

/**
 * Milliseconds for a plan of so many visits. People wait for a few changes: these take the time of the visits around
 * them, not of the whole plan.
 * @param changeBudget most visits that may move; absent: all of them
 */
export function defaultSearchMs(visits: number, exploration: number, changeBudget?: number): number {
  const ofAll = effortMs(visits, exploration);
  if (changeBudget === undefined) return ofAll;
  const ofChanges = effortMs(Math.min(visits, VISITS_PER_CHANGE * changeBudget), exploration);
  return Math.min(ofAll, Math.max(ofChanges, LEAST_MS_PER_VISIT * visits));
}
