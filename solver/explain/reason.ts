import type { MissingWay, ReasonCode } from "../contract";
import { HUNDREDTHS } from "../schedule/timeline";
import type { Placing } from "./placing";
import { widened } from "./route-view";
import type { RouteView } from "./route-view";

/** Windows missed by more than that are reported without an amount. */
const MOST_LATE_SEC = 1 << 19;

export interface Broken {
  readonly code: ReasonCode;
  /** Seconds, units, metres or stops. */
  readonly amount?: number;
  /** Dimension of the load. */
  readonly index?: number;
  readonly way?: MissingWay;
}

/** The order in which rules are looked at. */
export const RULES: readonly ReasonCode[] = [
  "no_way",
  "skills",
  "max_tasks",
  "capacity",
  "max_distance",
  "max_travel_time",
  "time_window",
  "break",
  "working_hours",
];

/**
 * The first rule that keeps a visit from a route: of `RULES` the first for which no place keeps it and all before it,
 * with the least amount by which it is then broken. Null when there is a place. Ways and breaks have no amount, that of
 * missed time windows is found by `leastLateness`.
 */
export function firstBroken(view: RouteView, placing: Placing, lacking: readonly number[]): Broken | null {
  if (!placing.ways.anywhere()) return { code: "no_way", way: placing.ways.missing() };
  if (lacking.length > 0) return { code: "skills", amount: lacking.length };
  const tooMany = view.count + placing.visit.tasks.length - view.maxTasks;
  if (tooMany > 0) return { code: "max_tasks", amount: tooMany };
  const overload = placing.loads.leastOver();
  if (overload > 0) return { code: "capacity", ...fullest(view, placing, overload) };
  const end = placing.earliestEnd();
  if (end < Infinity && end <= view.end) return null;
  const { metres, travel } = placing;
  if (metres !== null) {
    const excess = placing.leastExcess(metres, view.maxDistance, null);
    if (excess > 0) return { code: "max_distance", amount: excess };
  }
  if (travel !== null) {
    const excess = placing.leastExcess(travel, view.maxTravel, metres);
    if (excess > 0) return { code: "max_travel_time", amount: Math.ceil(excess / HUNDREDTHS) };
  }
  if (end < Infinity) return { code: "working_hours", amount: Math.ceil((end - view.end) / HUNDREDTHS) };
  if (view.orders.states > 1) {
    placing.breaks = false;
    const without = placing.earliestEnd();
    placing.breaks = true;
    if (without < Infinity) return { code: "break" };
  }
  return { code: "time_window" };
}

/**
 * Of the dimensions that have too little room at every place the one that lacks the largest share of its capacity; none
 * where one dimension is full at some places and another at the others.
 */
function fullest(view: RouteView, placing: Placing, overload: number): Pick<Broken, "amount" | "index"> {
  if (placing.loads.capacity.length === 1) return { amount: overload, index: 0 };
  let most = 0;
  let found: Pick<Broken, "amount" | "index"> = { amount: overload };
  placing.loads.capacity.forEach((_, index) => {
    const amount = placing.loads.leastOver(index);
    const share = amount / Math.max(1, view.capacity[index]);
    if (share > most) [most, found] = [share, { amount, index }];
  });
  return found;
}

/**
 * The least lateness in the visit's own windows that makes a place possible, all other stops on time, breaks taken and
 * the working hours kept: whoever may come so much later fits in. Found by bisection; undefined when there is none, or
 * it is too large.
 */
export function leastLateness(placing: Placing): number | undefined {
  const windows = [...placing.stopWindows];
  // It is the windows of others that keep it out.
  if (windows.every((own) => own === null)) return undefined;
  const within = (sec: number): boolean => {
    windows.forEach((own, of) => (placing.stopWindows[of] = own && widened(own, 0, sec * HUNDREDTHS)));
    return placing.fits();
  };
  let low = 0;
  let high = 60;
  while (high <= MOST_LATE_SEC && !within(high)) {
    low = high;
    high *= 4;
  }
  if (high <= MOST_LATE_SEC)
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (within(middle)) high = middle;
      else low = middle;
    }
  windows.forEach((own, of) => (placing.stopWindows[of] = own));
  return high <= MOST_LATE_SEC ? high : undefined;
}
