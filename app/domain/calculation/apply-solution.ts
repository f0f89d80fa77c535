/** The calculation's output → what changes in routes and visits. */
import { BREAK_DESCRIPTION } from "../constants";
import { localTime, midnightEpoch } from "../time/time-zone";
import { mergeChanges, planningChanges } from "../changes";
import { isLocationVisit, isPast, renumber, isStartOrEnd } from "../visit/visit-order";
import { unscheduledReset } from "../visit/visit-reset";
import { plannedStatus } from "../visit/visit-status";
import { waitedSec } from "../visit/visit-times";
import { VisitType } from "../visit/visit-type";
import { RouteStatus } from "../route/route-status";
import { driveOrder } from "../route/drive-order";
import { labelPositions } from "../route/route-labels";
import { endVisitFields, newRouteVisit } from "../route/route-end-visits";
import { NO_TOTALS, setRouteEmpty, withCalculation } from "../route/route-transitions";
import { violationsAtVisit } from "../route/route-warnings";
import type { Pieces } from "~/lib/pieces";
import type { Patch, PlanningChanges } from "../changes";
import { defaultDriver } from "../route/route";
import type { Route } from "../route/route";
import type { Vehicle } from "../vehicle/vehicle";
import { LegEstimate } from "../visit/visit";
import type { Visit } from "../visit/visit";
import { drivingCost } from "./cost";
import type { CalculationOutput, OutputRoute, OutputStep } from "./output";
import type { CalculationInput } from "./calculation-input";

interface ApplyInput {
  calculation: Pick<CalculationInput, "fleet" | "base">;
  /** `routing_queries.id` */
  queryId: number;
  output: CalculationOutput;
  /** the calculation's routes, as they are now */
  routes: readonly Route[];
  /** all visits of these routes, and its unscheduled ones */
  visits: readonly Visit[];
  /** their drivers become those of routes without one */
  vehicles: readonly Pick<Vehicle, "id" | "driverId">[];
  /** encoded legs to the planned visits, by visit id, and to the ends, by `endLineKey`; null: a straight line */
  lines?: ReadonlyMap<number, string | null> | undefined;
}

/** Where the line to the end of a route is: its visit may not be stored yet. */
export const endLineKey = (routeId: number): number => -routeId;

/** The input, looked up by id. */
interface Indexed extends ApplyInput {
  visitsById: ReadonlyMap<number, Visit>;
  vehicleOf: ReadonlyMap<number, ApplyInput["vehicles"][number]>;
}

/**
 * Visits get order, times and status; breaks, start and end are created, reused or removed; unassigned visits become
 * unscheduled with the reason; labels follow real time; routes get totals and driver, or become empty.
 * The caller has checked that the plan was not changed since the input was built.
 */
export function* applySolutionInPieces(input: ApplyInput): Pieces<PlanningChanges> {
  const ownOf = new Map<number, Visit[]>(input.routes.map((route) => [route.id, []]));
  for (const visit of input.visits) if (visit.routeId !== null) ownOf.get(visit.routeId)?.push(visit);
  const plannedOf = new Map(input.output.routes.map((planned) => [planned.vehicle, planned]));
  const indexed: Indexed = {
    ...input,
    visitsById: new Map(input.visits.map((visit) => [visit.id, visit])),
    vehicleOf: new Map(input.vehicles.map((vehicle) => [vehicle.id, vehicle])),
  };
  yield;
  const all: PlanningChanges[] = [];
  for (const route of input.routes) {
    if (input.calculation.fleet[route.id] === undefined) continue;
    const own = ownOf.get(route.id) ?? [];
    const planned = plannedOf.get(route.id);
    // Times and labels of a stop as one patch, so that the whole is joined quickly.
    all.push(
      mergeChanges([planned === undefined ? withoutStops(route, own, input) : withStops(route, own, planned, indexed)]),
    );
    yield;
  }
  all.push(
    planningChanges({
      visits: input.output.unassigned.map((one) => ({
        id: one.id,
        set: { ...unscheduledReset(), unservedReason: one.reason },
      })),
    }),
  );
  const { routing } = input.output.summary;
  if (routing !== undefined)
    all.push(
      planningChanges({
        plan: {
          id: input.calculation.base.plan_id,
          set: { travelEngine: routing.engine, travelNote: routing.note },
        },
      }),
    );
  yield;
  return mergeChanges(all);
}

/**
 * A route that got no stop: empty, unless some of it is already driven. Then only its leg to the end is left, to be
 * timed anew.
 */
function withoutStops(route: Route, own: readonly Visit[], input: ApplyInput): PlanningChanges {
  if (own.some((visit) => isLocationVisit(visit) && isPast(visit)) || route.status === RouteStatus.OnRoute) {
    const breaks = own.filter((visit) => visit.type === VisitType.Break && !isPast(visit)).map((visit) => visit.id);
    return planningChanges({
      routes: [{ id: route.id, set: { queryId: input.queryId } }],
      removeVisitIds: breaks,
      recalculate: [{ routeId: route.id, mode: "position" }],
    });
  }
  // Its visits are removed in the same change.
  return setRouteEmpty(
    route,
    own.filter((visit) => !isLocationVisit(visit)),
  );
}

function withStops(route: Route, own: readonly Visit[], planned: OutputRoute, input: Indexed): PlanningChanges {
  const changes = planningChanges();
  const status = plannedStatus(route);
  const past = driveOrder(own).filter((visit) => isPast(visit) && !isStartOrEnd(visit));
  changes.visits.push(...renumber(past).map(({ id, position }) => ({ id, set: { position } })));
  const inProgress = own.some(isPast) || route.status === RouteStatus.OnRoute;

  let position = past.length;
  const spareBreaks = own.filter((visit) => visit.type === VisitType.Break && !isPast(visit));
  for (const step of planned.steps) {
    if (step.type === "job" && step.id !== undefined) {
      position += 1;
      changes.visits.push({
        id: step.id,
        set: {
          ...timesOf(step),
          ...lineOf(step.id, input),
          routeId: route.id,
          status,
          position,
          unservedReason: null,
          violations: violationsAtVisit(step),
        },
      });
    } else if (step.type === "break") {
      position += 1;
      const fields = {
        ...timesOf(step),
        ...breakHours(route, input.calculation),
        name: BREAK_DESCRIPTION,
        serviceTime: step.service / 60,
        status,
        position,
        violations: violationsAtVisit(step),
      };
      const reused = spareBreaks.shift();
      if (reused !== undefined) changes.visits.push({ id: reused.id, set: fields });
      else changes.createVisits.push({ ...newRouteVisit(route, VisitType.Break), ...fields });
    }
  }
  changes.removeVisitIds.push(...spareBreaks.map((visit) => visit.id));

  // Once the route is on the road, its start is history and stays as it was driven.
  if (!inProgress)
    placeEndVisit(
      changes,
      route,
      own,
      VisitType.Start,
      planned.steps.find((step) => step.type === "start"),
    );
  placeEndVisit(
    changes,
    route,
    own,
    VisitType.End,
    planned.steps.find((step) => step.type === "end"),
    lineOf(endLineKey(route.id), input),
  );

  changes.routes.push({ id: route.id, set: routeFields(route, own, planned, input) });
  changes.visits.push(...labels(own, changes, planned, input.visitsById));
  return changes;
}

/** The hours between which the break begins, on the warehouse's clock. */
function breakHours(
  route: Route,
  { fleet, base }: Pick<CalculationInput, "fleet" | "base">,
): Pick<Visit, "startTime" | "endTime"> {
  const asked = fleet[String(route.id)]?.breaks[0];
  if (asked === undefined) return { startTime: null, endTime: null };
  const clock = (sec: number): string =>
    localTime(midnightEpoch(base.service_date, base.time_zone) + sec, base.time_zone);
  const end = clock(asked.end);
  // The next midnight is the end of this day.
  return { startTime: clock(asked.start), endTime: asked.end > asked.start && end === "00:00" ? "24:00" : end };
}

type Times = Pick<
  Visit,
  "arrivalTime" | "distance" | "travelDuration" | "waitingTime" | "serviceDuration" | "legEstimate"
>;

const timesOf = (step: OutputStep): Times => ({
  arrivalTime: step.arrival_time,
  distance: step.travel_distance,
  travelDuration: step.travel_duration,
  waitingTime: step.waiting_time,
  serviceDuration: step.setup + step.service,
  legEstimate: step.estimate ? LegEstimate.Estimate : LegEstimate.Measured,
});

const lineOf = (key: number, { lines }: ApplyInput): Partial<Pick<Visit, "polyline">> => {
  const line = lines?.get(key);
  return line === undefined ? {} : { polyline: line };
};

/**
 * Creates, updates or removes the start or the end of a route. Old data may have several of a kind: one stays.
 */
function placeEndVisit(
  changes: PlanningChanges,
  route: Route,
  own: readonly Visit[],
  type: "S" | "E",
  step: OutputStep | undefined,
  line: Partial<Pick<Visit, "polyline">> = {},
): void {
  const [kept, ...extra] = own.filter((visit) => visit.type === type);
  changes.removeVisitIds.push(...extra.map((visit) => visit.id));
  if (step === undefined || step.lat === undefined || step.lng === undefined) {
    if (kept !== undefined && !isPast(kept)) changes.removeVisitIds.push(kept.id);
    return;
  }
  if (kept !== undefined && isPast(kept)) return;
  const fields = {
    ...timesOf(step),
    ...endVisitFields(route, type, { lat: step.lat, lng: step.lng }),
    ...line,
    violations: violationsAtVisit(step),
  };
  if (kept === undefined) changes.createVisits.push({ ...newRouteVisit(route, type), ...fields });
  else changes.visits.push({ id: kept.id, set: fields });
}

/** Totals are those of the whole day: what is driven already, and what the calculation planned for the rest. */
function routeFields(route: Route, own: readonly Visit[], planned: OutputRoute, input: Indexed): Patch<Route>["set"] {
  const past = own.filter(isPast);
  const driven = (pick: (visit: Visit) => number): number => past.reduce((sum, visit) => sum + pick(visit), 0);
  return {
    ...NO_TOTALS,
    ...withCalculation(route, input.queryId),
    driverId: defaultDriver(route, input.vehicleOf.get(route.vehicleId ?? 0) ?? null),
    startTime: past.length > 0 && route.startTime !== null ? route.startTime : planned.start,
    finishTime: planned.finish,
    distance: planned.distance + driven((visit) => visit.distance),
    duration: planned.duration + driven((visit) => visit.travelDuration),
    serviceDuration: planned.service + planned.setup + driven((visit) => visit.serviceDuration ?? 0),
    waitingDuration: planned.waiting_time + driven(waitedSec),
    cost:
      planned.cost +
      drivingCost(
        input.calculation.fleet[route.id]?.prices ?? null,
        driven((visit) => visit.travelDuration),
        driven((visit) => visit.distance),
      ),
    violations: planned.violations,
  };
}

/** Labels of the route as it will be: its past visits and its planned stops, as they are driven. */
function labels(
  own: readonly Visit[],
  changes: PlanningChanges,
  planned: OutputRoute,
  visitsById: ReadonlyMap<number, Visit>,
): Patch<Visit>[] {
  const fields = new Map(changes.visits.map((patch) => [patch.id, patch.set]));
  const past = own.filter((visit) => isLocationVisit(visit) && isPast(visit)).map((visit) => visit.id);
  const stops = planned.steps.flatMap((step) => (step.type === "job" && step.id !== undefined ? [step.id] : []));
  const after = [...new Set([...past, ...stops])].flatMap((id) => {
    const visit = visitsById.get(id);
    return visit === undefined ? [] : [{ ...visit, ...fields.get(id) }];
  });
  return [...labelPositions(after)].map(([id, labelPosition]) => ({ id, set: { labelPosition } }));
}
