/**
 * Follows the vehicles whose drivers share their place: measures the way to their next stop again when they have moved.
 * Where they are is read from the tables: any process may look, and none has to remember.
 */
import { planFromRow, routeFromRow } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { keepMeasured, listMovedVehiclesAcrossCompanies } from "~/db/repositories/live-routes.server";
import type { MeasuredRow, MovedVehicle } from "~/db/repositories/live-routes.server";
import { getPlan } from "~/db/repositories/plans.server";
import { routeStates } from "~/db/repositories/road-state.server";
import { getRoutes } from "~/db/repositories/routes.server";
import type { Plan } from "~/domain/plan/plan";
import { nextLook } from "~/domain/route/next-look";
import type { NextLook } from "~/domain/route/next-look";
import type { RouteLeg } from "~/domain/route/retime-changes";
import { epochSec, parseUtcText, utcText } from "~/domain/time/utc-text";
import { LegEstimate } from "~/domain/visit/visit";
import { AppError } from "~/lib/errors";
import { grouped } from "~/lib/grouped";
import { publishChange } from "~/realtime/publisher.server";
import { measureLegs } from "./measure-legs.server";

/** Vehicles whose position is looked at in one go, those that waited longest first. */
const LOOKED_AT = 1_000;

/**
 * Ways that are measured in one go. With a round every ten seconds this bounds what the road engine is asked, however
 * many vehicles there are and however often they tell where they are.
 */
const MEASURED_AT_ONCE = 100;

/** Nobody waits for it; an engine that takes longer is asked again in a later round. */
const PATIENCE_MS = 8_000;

/** A move of the next arrival by less is not told to open pages. */
const TOLD_SEC = 60;

/**
 * Looks where vehicles have got to, and measures the way to their next stop where that may have changed.
 * @throws AppError `routing.late` when the engine does not answer
 */
export async function measureMovedVehicles(): Promise<void> {
  const moved = await listMovedVehiclesAcrossCompanies(db(), LOOKED_AT);
  const looks = moved.map((vehicle) => ({ vehicle, look: lookAt(vehicle) }));
  const asked = looks.filter(({ look }) => look === "measure").slice(0, MEASURED_AT_ONCE);
  const known = looks.filter(({ look }) => look === "there" || look === "standing");
  const failures: unknown[] = [];
  const byCompany = grouped([...known, ...asked], ({ vehicle }) => vehicle.company_id);
  for (const [companyId, own] of byCompany)
    await followVehicles(companyId, own).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

function lookAt(vehicle: MovedVehicle): NextLook {
  const { visit_lat, visit_lng, since, lat, lng, duration } = vehicle;
  if (visit_lat === null || visit_lng === null) return "wait";
  const last =
    since === null || lat === null || lng === null
      ? null
      : { lat, lng, sinceSec: epochSec(since), durationSec: duration };
  return nextLook({ lat: visit_lat, lng: visit_lng }, seenOf(vehicle), last);
}

const seenOf = ({ seen_at, seen_lat, seen_lng }: MovedVehicle) => ({
  sec: epochSec(seen_at),
  lat: seen_lat,
  lng: seen_lng,
});

interface LookedAt {
  vehicle: MovedVehicle;
  look: NextLook;
}

async function followVehicles(companyId: number, looks: readonly LookedAt[]): Promise<void> {
  const { measured, isAway } = await measureWays(
    companyId,
    looks.flatMap(({ vehicle, look }) => (look === "measure" ? [vehicle] : [])),
  );
  const rows = looks.flatMap(({ vehicle, look }): MeasuredRow[] => {
    const { id, seen_at: since, seen_lat: lat, seen_lng: lng } = vehicle;
    if (look === "standing") return [{ id, since, duration: vehicle.duration }];
    if (look === "there") return [{ id, since, lat, lng, duration: 0, arrived_at: since }];
    const way = measured.get(vehicle.route_id);
    return way === undefined ? [] : [{ id, since, lat, lng, ...way }];
  });
  const told = new Set<number>();
  for (const row of rows) {
    const { told_arrival } = looks.find(({ vehicle }) => vehicle.id === row.id)!.vehicle;
    const arrival = epochSec(row.since) + row.duration;
    const before = parseUtcText(told_arrival);
    if (before !== null && Math.abs(arrival - before) < TOLD_SEC) continue;
    row.told_arrival = utcText(arrival);
    told.add(row.id);
  }
  await keepMeasured(db(), companyId, rows);
  const routeIds = looks.flatMap(({ vehicle }) => (told.has(vehicle.id) ? [vehicle.route_id] : []));
  // One event for all of them: open pages load once.
  if (routeIds.length > 0) publishChange(companyId, { model: "LiveEta", action: "update", ids: routeIds });
  if (isAway) throw new AppError("routing.late", "The routing engine does not answer.", { status: 503 });
}

type MeasuredWay = Pick<MeasuredRow, "duration" | "is_estimate">;

interface MeasuredWays {
  /** by route; those that no engine answered in time for are left out */
  measured: Map<number, MeasuredWay>;
  /** an engine knows the ways, and has answered for none of them */
  isAway: boolean;
}

async function measureWays(companyId: number, vehicles: readonly MovedVehicle[]): Promise<MeasuredWays> {
  if (vehicles.length === 0) return { measured: new Map(), isAway: false };
  const routes = await routesWithPlans(
    companyId,
    vehicles.map(({ route_id }) => route_id),
  );
  const legs = vehicles.flatMap((vehicle): RouteLeg[] => {
    const driven = routes.get(vehicle.route_id);
    const { visit_id, visit_lat, visit_lng, seen_lat, seen_lng } = vehicle;
    if (driven === undefined || visit_id === null || visit_lat === null || visit_lng === null) return [];
    return [
      { ...driven, visitId: visit_id, from: { lat: seen_lat, lng: seen_lng }, to: { lat: visit_lat, lng: visit_lng } },
    ];
  });
  const answers = await measureLegs(companyId, legs, PATIENCE_MS);
  const byVisit = new Map(answers.map((leg) => [leg.visitId, leg]));
  const measured = new Map(
    vehicles.flatMap(({ route_id, visit_id }) => {
      const leg = byVisit.get(visit_id ?? 0);
      if (leg === undefined || leg.estimate === LegEstimate.Pending) return [];
      return [
        [route_id, { duration: leg.durationSec, is_estimate: leg.estimate === LegEstimate.Measured ? 0 : 1 }] as const,
      ];
    }),
  );
  return {
    measured,
    isAway: answers.length > 0 && answers.every(({ estimate }) => estimate === LegEstimate.Pending),
  };
}

/** The routes that are still there, by id. */
async function routesWithPlans(companyId: number, routeIds: readonly number[]) {
  const states = await routeStates(db(), companyId, routeIds);
  const routes = await getRoutes(
    db(),
    companyId,
    states.map(({ id }) => id),
  );
  const plans = new Map<number, Plan>();
  for (const id of new Set(routes.map((row) => row.plan_id)))
    plans.set(id, planFromRow(await getPlan(db(), companyId, id)));
  return new Map(routes.map((row) => [row.id, { route: routeFromRow(row), plan: plans.get(row.plan_id)! }]));
}
