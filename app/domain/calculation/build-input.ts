/** Plan, routes, vehicles and visits → the input of a calculation, or a refusal that names every fault. */
import { MAX_DURATION_MIN, MAX_EXPLORATION, MAX_SOLVING_TIME_SEC } from "../constants";
import { accept, refuse } from "../decision";
import { isLocationVisit, isPast, sortVisits, isToServe, isScheduled, isUnscheduled } from "../visit/visit-order";
import { VisitType } from "../visit/visit-type";
import { parseUtcText } from "../time/utc-text";
import { hasCoordinates } from "../validation/coordinates";
import { midnightEpoch } from "../time/time-zone";
import { fleetEntry } from "./fleet-entry";
import { Faults } from "./faults";
import { visitEntry } from "./visit-entry";
import { PIECE } from "~/lib/pieces";
import type { Pieces } from "~/lib/pieces";
import type { Decision } from "../decision";
import type { Plan } from "../plan/plan";
import type { Visit } from "../visit/visit";
import type { FleetEntry, OrderEntry, CalculationInput, VisitEntry } from "./calculation-input";
import type { CalculationSource } from "./calculation-source";

export type { CalculationSource } from "./calculation-source";
import { NO_ROUTES, NO_VISITS } from "./scope";

/**
 * Builds the input. Refusals: `calculation.no_routes`, `calculation.no_visits`, `calculation.bad_input` (all faults in
 * `fields`).
 */
export function* buildInputInPieces(source: CalculationSource): Pieces<Decision<CalculationInput>> {
  if (source.routes.length === 0) return refuse("calculation.no_routes", NO_ROUTES, 422, { routes: NO_ROUTES });
  const routeIds = new Set(source.routes.map((route) => route.id));
  const wanted = source.visits.filter(
    (visit) => isToServe(visit) && (visit.routeId === null || routeIds.has(visit.routeId)),
  );
  const asked = source.mode === "position" ? wanted.filter(isScheduled) : wanted;
  // Those that wait for a place stay unscheduled, with that as their reason; one on a route is a fault, and so is a
  // plan of nothing else.
  const placed = asked.filter((visit) => hasCoordinates(visit) || visit.routeId !== null);
  const planned = placed.length > 0 ? placed : asked;
  if (planned.length === 0) return refuse("calculation.no_visits", NO_VISITS, 422, { visits: NO_VISITS });
  yield;

  const faults = new Faults();
  const fleet: Record<string, FleetEntry> = {};
  const solution: Record<string, OrderEntry[]> = {};
  const ownOf = new Map<number, Visit[]>(source.routes.map((route) => [route.id, []]));
  for (const visit of source.visits) if (visit.routeId !== null) ownOf.get(visit.routeId)?.push(visit);
  for (const route of source.routes) {
    yield;
    const own = ownOf.get(route.id) ?? [];
    const entry = fleetEntry(route, own, source, faults);
    if (entry === null) continue;
    fleet[route.id] = entry;
    solution[route.id] = presentOrder(own, entry, source);
  }
  const visits: Record<string, VisitEntry> = {};
  for (let index = 0; index < planned.length; index += 1) {
    if (index % PIECE === 0) yield;
    const visit = planned[index]!;
    const entry = visitEntry(visit, source, faults);
    if (entry !== null) visits[visit.id] = entry;
  }
  planFaults(source.plan, faults);
  const refusal = faults.refusal("calculation.bad_input");
  if (refusal !== null) return refusal;

  const { plan, company } = source;
  return accept({
    options: {
      polylines: true,
      solving_time: plan.solvingTime,
      exploration: plan.exploration,
      avoid_tolls: plan.avoidTolls,
      avoid_highways: plan.avoidHighways,
      squash_duration: plan.squashDuration,
      visit_balance_coefficient: plan.visitBalanceCoefficient,
      aim: plan.aim,
      need_steps: true,
    },
    company_id: company.companyId,
    country_id: company.countryId,
    fleet,
    visits,
    base: {
      plan_id: plan.id,
      warehouse_id: plan.warehouseId,
      service_date: plan.serviceDate,
      time_zone: source.timeZone,
      mode: source.mode,
    },
    solution,
  });
}

function planFaults(plan: Plan, faults: Faults): void {
  faults.range("squashDuration", "Squash duration", plan.squashDuration, 0, MAX_DURATION_MIN);
  faults.range("solvingTime", "Solving time", plan.solvingTime, 0, MAX_SOLVING_TIME_SEC);
  faults.range("exploration", "Exploration", plan.exploration, 0, MAX_EXPLORATION);
  faults.range("visitBalanceCoefficient", "Visit balance coefficient", plan.visitBalanceCoefficient, 0, 1);
}

/**
 * The route's present order: visits that are still to be driven, with the break where it stands. A break that has
 * no visit yet goes before the first stop that is planned after the break's window has opened.
 */
function presentOrder(own: readonly Visit[], entry: FleetEntry, source: CalculationSource): OrderEntry[] {
  const rest = sortVisits(own).filter((visit) => !isPast(visit) && !isUnscheduled(visit));
  const order: OrderEntry[] = [];
  let taken = false;
  const stops: Visit[] = [];
  for (const visit of rest) {
    if (visit.type === VisitType.Break && !taken && entry.breaks.length > 0) {
      order.push("break");
      taken = true;
    }
    if (isLocationVisit(visit)) {
      order.push(visit.id);
      stops.push(visit);
    }
  }
  const pause = entry.breaks[0];
  if (taken || pause === undefined) return order;
  const midnight = midnightEpoch(source.plan.serviceDate, source.timeZone);
  const after = stops.findIndex((visit) => {
    const arrival = parseUtcText(visit.arrivalTime);
    return arrival !== null && arrival - midnight >= pause.start;
  });
  order.splice(
    after === -1
      ? stops.some((visit) => visit.arrivalTime !== null)
        ? order.length
        : Math.ceil(order.length / 2)
      : after,
    0,
    "break",
  );
  return order;
}
