/** Whether the routes of a calculation would still be driven as its input says. */
import { midnightEpoch } from "../time/time-zone";
import { utcText } from "../time/utc-text";
import type { Route } from "../route/route";
import type { Visit } from "../visit/visit";
import type { CalculationInput, FleetEntry } from "./calculation-input";
import type { CalculationSource } from "./calculation-source";
import { Faults } from "./faults";
import { fleetEntry } from "./fleet-entry";

/** What goes on with the clock while a route is on the road. */
const MOVING: ReadonlySet<string> = new Set(["shift_start", "shift_end", "breaks"]);
const isMoving = ({ is_out }: FleetEntry, field: string): boolean => is_out === true && MOVING.has(field);

/** A route that leaves from now on: "now" was its beginning, and goes on being it. */
const clockThen = (
  { from_now, shift_start }: FleetEntry,
  { service_date, time_zone }: CalculationInput["base"],
): Partial<CalculationSource> =>
  from_now === true
    ? { now: utcText(midnightEpoch(service_date, time_zone) + shift_start), liveUntil: Infinity }
    : { liveUntil: null };

/** What no answer depends on. */
const SHOWN = "title";

const comparable = (entry: FleetEntry, moving: FleetEntry): string =>
  JSON.stringify(
    Object.entries(entry)
      .filter(([field]) => field !== SHOWN && !isMoving(moving, field))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

/** Ids of the input's routes that were on the road: their entries depend on what was served until then. */
export const routesOut = ({ fleet }: Pick<CalculationInput, "fleet">): number[] =>
  Object.entries(fleet).flatMap(([id, entry]) => (entry.is_out ? [Number(id)] : []));

/**
 * A vehicle, its warehouse or the company's defaults may be changed without a change of the plan.
 * @param source the plan as it is now; of its visits, those of `routesOut` are enough
 * @returns what was changed, as a sentence's beginning; null when the input still holds
 */
export function changedFleet(
  { fleet, base }: Pick<CalculationInput, "fleet" | "base">,
  source: Omit<CalculationSource, "routes" | "mode"> & { routes: readonly Route[] },
): string | null {
  if (base.time_zone !== source.timeZone) return "The time zone of the warehouse was changed";
  const routes = new Map(source.routes.map((route) => [route.id, route]));
  const ownOf = (routeId: number): Visit[] => source.visits.filter((visit) => visit.routeId === routeId);
  for (const [id, entry] of Object.entries(fleet)) {
    const route = routes.get(Number(id));
    const asThen = { ...source, mode: "full" as const, ...clockThen(entry, base) };
    const now = route && fleetEntry(route, entry.is_out ? ownOf(route.id) : [], asThen, new Faults());
    if (!now || comparable(now, entry) !== comparable(entry, entry))
      return `The vehicle, the hours or the places of the route “${entry.title}” were changed`;
  }
  return null;
}
