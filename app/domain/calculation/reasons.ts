/** What a calculation says about stops and routes that don't fit; stored as JSON beside them. */

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
  suggestion: { routeId: number; change: string; amount: number; index: number | null; message: string } | null;
}
