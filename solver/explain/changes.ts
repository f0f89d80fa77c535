import type { Suggestion } from "../contract";
import { HUNDREDTHS } from "../schedule/timeline";
import { kindOf, priceOf } from "./change-list";
import type { Placing } from "./placing";
import { RULES } from "./reason";
import type { Broken } from "./reason";
import { widened } from "./route-view";
import type { RouteView } from "./route-view";

/** Changes of time and travel time beyond a day are none. */
const MOST_SEC = 86_400;

/** A single change that lets the visit in on the view's vehicle. */
export interface Change {
  readonly change: Suggestion["change"];
  readonly amount: number;
  readonly price: number;
  /** Dimension, skill, or number of the window. */
  readonly index?: number;
  /** Whose window: position in `Visit.tasks`, or position in the vehicle's breaks. */
  readonly of?: number;
}

/**
 * The cheapest listed change on one vehicle whose price is not above `mostPrice`, all else being as it is; null when
 * there is none. Its amount is the least one, in whole units. `broken` is the first broken rule: where no place keeps
 * a rule, a change of a later one doesn't help. `except`: a kind that is not asked for.
 */
export function cheapestChange(
  view: RouteView,
  placing: Placing,
  lacking: readonly number[],
  broken: Broken,
  mostPrice: number,
  except = "",
): Change | null {
  const { vehicle } = view;
  const { visit } = placing;
  const fits = (): boolean => placing.fits();
  let best: Change | null = null;
  const afford = (change: Suggestion["change"], capacity = 0): number =>
    Math.floor(Math.min(best?.price ?? Infinity, mostPrice) / priceOf(change, 1, capacity) + 1e-9);
  const offer = (
    change: Suggestion["change"],
    amount: number,
    more: Pick<Change, "index" | "of"> = {},
    capacity = 0,
  ): void => {
    const price = priceOf(change, amount, capacity);
    if (kindOf(change) !== except && price <= mostPrice && (best === null || price < best.price))
      best = { change, amount, price, ...more };
  };
  /** Least amount in from..most for which the visit fits, where none below `from` can do; 0 for none. */
  const least = (from: number, most: number, widen: (amount: number) => void): number => {
    if (most < from) return 0;
    const at = (amount: number): boolean => {
      widen(amount);
      return fits();
    };
    let low = from - 1;
    let high = 0;
    if (from > 1 && at(from)) high = from;
    else if (at(most)) {
      high = most;
      while (high - low > 1) {
        const middle = Math.floor((low + high) / 2);
        if (at(middle)) high = middle;
        else low = middle;
      }
    }
    widen(0);
    return high;
  };

  if (lacking.length > 1) return null;
  const tooMany = view.count + visit.tasks.length - view.maxTasks;
  if (lacking.length === 1) {
    if (tooMany <= 0 && afford("skills") >= 1 && fits()) offer("skills", 1, { index: lacking[0] });
    return best;
  }
  if (tooMany > 0) {
    const amount = view.count + visit.tasks.length - (vehicle.maxTasks ?? 0);
    if (amount <= afford("max_tasks") && fits()) offer("max_tasks", amount);
    return best;
  }

  const rule = RULES.indexOf(broken.code);
  const inTime = rule >= RULES.indexOf("time_window");
  // overtime is what the end would be late by
  if (broken.code === "working_hours") {
    const amount = broken.amount!;
    if (amount <= MOST_SEC) offer("overtime", amount);
  }
  // an earlier start; not for a route whose beginning is settled, or a vehicle that leaves at its time
  if (inTime && vehicle.timeWindow != null && vehicle.strictStart !== true && view.locked === 0) {
    const amount = least(
      1,
      Math.min(afford("earlier_start"), MOST_SEC, vehicle.timeWindow[0]),
      (sec) => (placing.start = view.start - sec * HUNDREDTHS),
    );
    if (amount > 0) offer("earlier_start", amount);
  }
  const windows = (
    all: (Float64Array | null)[],
    later: "time_window" | "break",
    earlier: "time_window_earlier" | "break_earlier",
  ): void => {
    all.forEach((given, of) => {
      if (given === null) return;
      for (const change of [later, earlier]) {
        const sides = (sec: number): [number, number] =>
          change === later ? [0, sec * HUNDREDTHS] : [sec * HUNDREDTHS, 0];
        // no window begins before time 0
        const most = change === later ? MOST_SEC : Math.min(MOST_SEC, given[given.length - 2] / HUNDREDTHS);
        const amount = least(1, Math.min(afford(change), most), (sec) => (all[of] = widened(given, ...sides(sec))));
        if (amount === 0) continue;
        // it is one of them that has to be wider
        let index = 0;
        for (; 2 * index < given.length - 2; index++) {
          all[of] = widened(given, ...sides(amount), index);
          if (fits()) break;
        }
        all[of] = given;
        offer(change, amount, { of, ...(given.length > 2 ? { index } : {}) });
      }
    });
  };
  if (inTime) windows(placing.stopWindows, "time_window", "time_window_earlier");
  const { travel, metres } = placing;
  if (travel !== null && rule >= RULES.indexOf("max_travel_time")) {
    const past = Math.ceil(view.maxTravel / HUNDREDTHS) - (vehicle.maxTravelTimeSec ?? 0);
    const excess = (sum: number): number => Math.ceil((sum - view.maxTravel) / HUNDREDTHS);
    const amount = least(
      Math.max(1, excess(travel.least(view.locked))),
      Math.min(afford("max_travel_time") - past, MOST_SEC, excess(travel.most(view.locked))),
      (sec) => (placing.maxTravel = view.maxTravel + sec * HUNDREDTHS),
    );
    if (amount > 0) offer("max_travel_time", amount + past);
  }
  if (metres !== null && rule >= RULES.indexOf("max_distance")) {
    const past = view.maxDistance - (vehicle.maxDistanceM ?? 0);
    const amount = least(
      Math.max(1, metres.least(view.locked) - view.maxDistance),
      Math.min(afford("max_distance") - past, metres.most(view.locked) - view.maxDistance),
      (more) => (placing.maxDistance = view.maxDistance + more),
    );
    if (amount > 0) offer("max_distance", amount + past);
  }
  placing.loads.capacity.forEach((_, d) => {
    const declared = view.capacity[d];
    const most = Math.max(...visit.added.map((added) => added[d] ?? 0)) + heaviest(view, d) - declared;
    const amount = least(
      Math.max(1, placing.loads.leastOver(d)),
      Math.min(afford("capacity", declared), most),
      (units) => (placing.loads.capacity[d] = declared + units),
    );
    if (amount > 0) offer("capacity", amount, { index: d }, declared);
  });
  if (inTime && view.breakWindows.length > 0) {
    placing.freeBreaks();
    windows(placing.breakWindows, "break", "break_earlier");
  }
  return best;
}

function heaviest(view: RouteView, d: number): number {
  let most = 0;
  for (let k = d; k < view.load.length; k += view.capacity.length) most = Math.max(most, view.load[k]);
  return most;
}
