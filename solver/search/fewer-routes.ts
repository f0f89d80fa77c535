import type { Random } from "../random";
import type { Stop } from "../stop/stop";
import type { Anneal } from "./anneal";
import { fullness } from "./room";
import { clearRoute } from "./take-route";
import { usedVehicles } from "./vehicle-kinds";

/**
 * Only where loads (or numbers of stops) fill the remaining vehicles at least so far do they decide the number of
 * routes. With pairs, whose loads come and go, no sum decides; one route less is always tried.
 */
const TIGHT = 0.9;

/**
 * Where loads decide how many routes are needed, one less usually costs less, but the search hardly gets there step by
 * step: the stops of a whole route must find room in nearly full vehicles at once. So the best plan gives up one of its
 * smallest routes, all other empty vehicles are barred, and rounds that favour tasks which were seldom left out
 * (absences, as SISR saves vehicles) continue until every task is served again. True when that succeeds: the plan is
 * then complete and the empty vehicles are still barred, for a cooling of its own. Otherwise the best plan is restored.
 */
export function tryFewerRoutes(
  search: Anneal,
  stop: Stop,
  toShare: number,
  random: Random,
  onBest: () => void,
): boolean {
  const { plan, journal } = search;
  const { instance } = plan;
  if (plan.openCount > 0) return false;
  const used = [...usedVehicles(plan)];
  const couldBeSpared = (v: number): boolean => {
    const full = fullness(
      plan,
      used.filter((w) => w !== v),
    );
    return (instance.hasShipments || full >= TIGHT) && full <= 1;
  };
  const spared = used
    .filter((v) => instance.locked[v].length === 0 && couldBeSpared(v))
    .sort((a, b) => plan.count[a] - plan.count[b] || a - b);
  if (spared.length === 0) return false;
  const dropped = spared[random.below(Math.min(3, spared.length))];
  clearRoute(plan, dropped);
  plan.refresh(dropped);
  journal.markAllDirty();
  plan.hide((v) => plan.count[v] === 0, true);
  search.run(stop, { first: 0.3, last: 0.3 }, stop.share, toShare, onBest, () => undefined, true);
  if (plan.openCount === 0) return true;
  plan.hide(() => false);
  search.adopt(journal.bestRoutes());
  return false;
}
