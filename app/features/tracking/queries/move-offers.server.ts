import { DAY_SEC } from "~/domain/time/calendar";
import { vehicleInText, vehicleName } from "~/domain/vehicle/vehicle";
import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { routeFromRow, visitFromRow } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { getPlan } from "~/db/repositories/plans.server";
import { listRoutesOfPlan } from "~/db/repositories/routes.server";
import { vehiclesWithRemoved } from "~/db/repositories/vehicles.server";
import { listVisitsOfPlan } from "~/db/repositories/plan-visits.server";
import { getVisit } from "~/db/repositories/visits.server";
import { findWarehouse } from "~/db/repositories/warehouses.server";
import { NO_VEHICLE } from "~/domain/constants";
import { isNotCompleted } from "~/domain/route/route-gate";
import type { Route } from "~/domain/route/route";
import { bestInsertions } from "~/domain/visit/insertion-places";
import type { TakingRoute } from "~/domain/visit/insertion-places";
import { moveEffect } from "~/domain/visit/move-effect";
import type { RouteEffect } from "~/domain/visit/move-effect";
import type { Visit } from "~/domain/visit/visit";
import { shownName } from "~/domain/visit/visit-display";
import { fixedStops, hasOrder, isLocationVisit, sortVisits } from "~/domain/visit/visit-order";
import { VisitType } from "~/domain/visit/visit-type";
import { notFound } from "~/lib/errors";
import { mapped } from "~/lib/pieces";
import { inTurns } from "~/lib/turns.server";
import { toRefusal } from "~/http/action.server";
import { previewChange } from "~/planner/change-plan.server";
import { zoneOfWarehouse } from "~/planner/zone-of-warehouse.server";
import { moveStopCommand } from "../commands/move-stop.server";

/** So many routes are worked out exactly: those nearest by the straight line. */
const MOST_OFFERS = 3;

export interface MoveOffer {
  routeId: number;
  /** its index in the plan: the colour */
  index: number;
  vehicle: string;
  position: number;
  /** of the route that gives, then of the one that takes */
  effects: RouteEffect[];
  /** why it can't be moved there; then there are no effects */
  refused: string | null;
}

/**
 * Which other routes of the plan could take a stop, the best first, each with its exact effect. @throws AppError 404,
 * 403
 */
export async function loadMoveOffers(session: CompanySession, visitId: number) {
  const companyId = session.company.id;
  authorize(session, "visit.move", { companyId });
  const row = await getVisit(db(), companyId, visitId);
  if (row.plan_id === null || row.route_id === null) throw notFound("Visit");
  const plan = await getPlan(db(), companyId, row.plan_id);
  const routes = (await listRoutesOfPlan(db(), companyId, row.plan_id)).map(routeFromRow);
  const visits = await inTurns(mapped(await listVisitsOfPlan(db(), companyId, row.plan_id), visitFromRow));
  const names = await namesOf(companyId, routes);
  const warehouse = plan.warehouse_id === null ? undefined : await findWarehouse(db(), companyId, plan.warehouse_id);
  const visit = visitFromRow(row);
  const offers: MoveOffer[] = [];
  for (const { routeId, position } of insertionsOf(visit, routes, visits)) {
    const name = names.get(routeId) ?? NO_VEHICLE;
    const index = routes.findIndex(({ id }) => id === routeId);
    offers.push({
      routeId,
      index,
      vehicle: name,
      position,
      ...(await effectOf(session, { visitId, toRouteId: routeId, position })),
    });
  }
  return {
    visit: { id: visit.id, name: shownName(visit), address: visit.address },
    from: { routeId: row.route_id, vehicle: names.get(row.route_id) ?? NO_VEHICLE },
    plan: { id: plan.id, title: plan.title, version: plan.version },
    clock: { timeZone: zoneOfWarehouse(warehouse), serviceDate: plan.service_date },
    offers: offers.sort((a, b) => badness(a) - badness(b)),
  };
}

export type MoveOffersData = Awaited<ReturnType<typeof loadMoveOffers>>;

async function namesOf(companyId: number, routes: readonly Route[]): Promise<Map<number, string>> {
  const vehicles = await vehiclesWithRemoved(
    db(),
    companyId,
    routes.flatMap(({ vehicleId }) => vehicleId ?? []),
  );
  const byVehicle = new Map(
    vehicles.map((vehicle) => [vehicle.id, vehicleInText({ vehicle: vehicleName(vehicle), plate: vehicle.plate })]),
  );
  return new Map(routes.map(({ id, vehicleId }) => [id, byVehicle.get(vehicleId ?? 0) || NO_VEHICLE]));
}

function insertionsOf(visit: Visit, routes: readonly Route[], visits: readonly Visit[]) {
  if (visit.lat === null || visit.lng === null) return [];
  const others = routes.filter((route) => route.id !== visit.routeId && isNotCompleted(route).ok);
  const taking = others.map((route): TakingRoute => {
    const own = visits.filter(({ routeId }) => routeId === route.id);
    const order = sortVisits(own).filter(hasOrder);
    return {
      id: route.id,
      // A break has no place: nothing is put beside it for its sake.
      stops: order.map((stop) => (isLocationVisit(stop) ? placeOf(stop) : null)),
      fixed: fixedStops(route, order),
      start: placeOf(own.find(({ type }) => type === VisitType.Start)),
      end: placeOf(own.find(({ type }) => type === VisitType.End)),
    };
  });
  return bestInsertions({ lat: visit.lat, lng: visit.lng }, taking, MOST_OFFERS);
}

const placeOf = (visit: Pick<Visit, "lat" | "lng"> | undefined) =>
  visit === undefined || visit.lat === null || visit.lng === null ? null : { lat: visit.lat, lng: visit.lng };

async function effectOf(
  session: CompanySession,
  input: Parameters<typeof moveStopCommand>[1],
): Promise<Pick<MoveOffer, "effects" | "refused">> {
  try {
    const { state, unchanged, changes } = await previewChange(session, await moveStopCommand(session, input));
    return { effects: moveEffect({ ...state, unchanged }, changes, session.units).routes, refused: null };
  } catch (error) {
    return { effects: [], refused: toRefusal(error)[0].message };
  }
}

/** Rules that break count for more than any time. */
const BROKEN_SEC = DAY_SEC;

/** The less, the better: rules that it breaks and heals, then the time that all routes take. */
function badness({ effects, refused }: MoveOffer): number {
  if (refused !== null) return Number.POSITIVE_INFINITY;
  return effects.reduce(
    (sum, { before, after, newlyBroken, healed }) =>
      sum + (newlyBroken.length - healed.length) * BROKEN_SEC + after.workSec - before.workSec,
    0,
  );
}
