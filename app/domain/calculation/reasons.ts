/** A calculation's reasons why stops and routes don't fit; stored as JSON beside them. */

/** A rule that a stop or a route breaks. `amount` is in the unit of the code: seconds, metres, units, stops. */
export interface RuleViolation {
  code: string;
  amount: number | null;
  message: string;
}

/** Why a visit is unserved: the first broken rule for each vehicle, and the cheapest change that would serve it. */
export interface UnservedReason {
  message: string;
  vehicles: readonly { routeId: number; code: string; message: string; amount: number | null }[];
  /** vehicles that the list leaves out, where many visits are left out of many vehicles; absent for none */
  more?: number;
  suggestion: StoredSuggestion | null;
  /** the cheapest change of another kind; absent in old calculations */
  alternative?: StoredSuggestion | null;
}

export interface StoredSuggestion {
  routeId: number;
  change: string;
  amount: number;
  index: number | null;
  /** behind "It would fit if" */
  message: string;
  /** seconds and metres of driving that the visit adds to the route; absent in old calculations */
  added?: { travelSec: number; distanceM: number } | null;
}
