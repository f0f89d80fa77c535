/** After a small change of a calculated plan few stops have to move: what Calculate then offers first. */

/** What was done to a plan since its last calculation. */
export interface ChangesSince {
  /** stops that were added, moved or edited, and are still to be planned */
  changed: number;
  /** stops on routes */
  planned: number;
  /** settings, vehicles or routes were changed too: the whole plan rests on them */
  beyondStops: boolean;
}

export interface GentleWay {
  changed: number;
  /** how many stops may move for it; the form's first value */
  budget: number;
  /** what the last calculation moved; null where that is not known */
  last: { moved: number; of: number } | null;
}

/** One stop in ten: beyond that fitting in costs more than it saves. */
const SMALL_SHARE = 0.1;
const LEAST_BUDGET = 5;

export function gentleWay({ changed, planned, beyondStops }: ChangesSince, last: GentleWay["last"]): GentleWay | null {
  if (changed === 0 || beyondStops || changed > planned * SMALL_SHARE) return null;
  return { changed, budget: Math.max(LEAST_BUDGET, 2 * changed), last };
}
