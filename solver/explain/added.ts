import { HUNDREDTHS } from "../schedule/timeline";
import { widened } from "./route-view";
import type { Change } from "./changes";
import { Detours } from "./detours";
import { Placing } from "./placing";
import type { Visit } from "./placing";
import type { RouteView } from "./route-view";

/**
 * Driving that a job adds to a route once a change lets it in, at the place where that costs least; null for shipments,
 * and once `mayGoOn` is false.
 */
export function addedBy(
  view: RouteView,
  visit: Visit,
  change: Change,
  mayGoOn: () => boolean,
): { travelSec: number; distanceM: number } | null {
  if (visit.tasks.length > 1) return null;
  const placing = new Placing(view, visit, mayGoOn);
  const latest = widen(view, placing, change);
  const at = [view.tasks.list[visit.tasks[0]].task.locationIndex];
  const cost = new Detours(view, at, (a, b) => view.cost(a, b), 0);
  let best = -1;
  for (let n = view.locked; n <= view.count; n++) {
    if (best >= 0 && cost.both[n] >= cost.both[best]) continue;
    const end = placing.endAt(n);
    if (end < Infinity && end <= latest) best = n;
  }
  if (best < 0 || !mayGoOn()) return null;
  const travel = new Detours(view, at, (a, b) => view.leg(a, b), 0).both[best];
  const metres = new Detours(view, at, (a, b) => view.distance(a, b), 0).both[best];
  return { travelSec: Math.round(travel / HUNDREDTHS), distanceM: metres };
}

/** Lets the placing have what the change gives. @returns when the route has to end then */
function widen(view: RouteView, placing: Placing, { change, amount, index = 0, of = 0 }: Change): number {
  const time = amount * HUNDREDTHS;
  const sides = (late: boolean): [early: number, late: number] => (late ? [0, time] : [time, 0]);
  switch (change) {
    case "overtime":
      return view.end + time;
    case "earlier_start":
      placing.start = view.start - time;
      break;
    case "time_window":
    case "time_window_earlier":
      placing.stopWindows[of] = widened(placing.stopWindows[of]!, ...sides(change === "time_window"), index);
      break;
    case "break":
    case "break_earlier":
      placing.freeBreaks();
      placing.breakWindows[of] = widened(placing.breakWindows[of]!, ...sides(change === "break"), index);
      break;
    case "max_travel_time":
      placing.maxTravel = ((view.vehicle.maxTravelTimeSec ?? 0) + amount) * HUNDREDTHS;
      break;
    case "max_distance":
      placing.maxDistance = (view.vehicle.maxDistanceM ?? 0) + amount;
      break;
    case "capacity":
      placing.loads.capacity[index] = view.capacity[index] + amount;
      break;
    case "max_tasks":
    case "skills":
      break;
  }
  return view.end;
}
