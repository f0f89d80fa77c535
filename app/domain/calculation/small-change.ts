/** What Calculate offers first after a small change of a calculated plan, when few stops have to move. */

/** What was done to a plan since its last calculation. */
interface ChangesSince {
  /** stops that were added, moved or edited, and are still to be planned */
  changed: number;
  /** stops on routes */
  planned: number;
  /** settings, vehicles or routes were changed too: the whole plan depends on them */
  beyondStops: boolean;
}

export interface SmallChangeOffer {
  changed: number;
  /** how many stops may move for it; the form's first value */
  budget: number;
  /** what the last calculation moved; null where that is not known */
  last: { moved: number; of: number } | null;
}

/** One stop in ten: beyond that, fitting stops in costs more than it saves. */
const SMALL_SHARE = 0.1;
const MIN_BUDGET = 5;

export function smallChangeOffer(
  { changed, planned, beyondStops }: ChangesSince,
  last: SmallChangeOffer["last"],
): SmallChangeOffer | null {
  if (changed === 0 || beyondStops || changed > planned * SMALL_SHARE) return null;
  return { changed, budget: Math.max(MIN_BUDGET, 2 * changed), last };
}
