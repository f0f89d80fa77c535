import { env } from "~/env.server";
import { companySettingsFromRow, vehicleFromRow } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { getCompany } from "~/db/repositories/companies.server";
import { vehiclesWithRemoved } from "~/db/repositories/vehicles.server";
import type { CompanySettings } from "~/domain/company/company";
import type { Place } from "~/domain/place";
import type { Plan } from "~/domain/plan/plan";
import type { RouteLeg } from "~/domain/route/retime-changes";
import type { MeasuredLeg } from "~/domain/route/stops-ahead";
import type { Route } from "~/domain/route/route";
import { settingsOfRoute } from "~/domain/vehicle/merge-settings";
import type { Vehicle } from "~/domain/vehicle/vehicle";
import { encodePolyline } from "~/lib/polyline";
import { services } from "~/services/container.server";
import type { RoutingEngine } from "~/services/routing/engine";
import { straightLineEngine } from "~/services/routing/straight-line";

/** Consecutive legs of one route, so that the engine is asked once for all of them. */
interface Chain {
  route: Route;
  plan: Plan;
  legs: RouteLeg[];
}

/** A matrix grows with the square of its places. */
const LONGEST_CHAIN = 40;

/**
 * Times, distances and lines of legs that a change of order has made. Never call it inside a transaction. When the
 * routing server does not answer, the straight line stands in: a change by hand must not be lost for it.
 */
export async function measureLegs(companyId: number, legs: readonly RouteLeg[]): Promise<MeasuredLeg[]> {
  if (legs.length === 0) return [];
  const company = companySettingsFromRow(await getCompany(db(), companyId));
  const ids = new Set(legs.flatMap(({ route }) => route.vehicleId ?? []));
  const vehicles = new Map(
    (await vehiclesWithRemoved(db(), companyId, [...ids])).map((row) => [row.id, vehicleFromRow(row)]),
  );
  const chains = chainsOf(legs);
  const measure = async (engine: RoutingEngine) =>
    (
      await Promise.all(
        chains.map((chain) => measureChain(engine, chain, company, vehicles.get(chain.route.vehicleId ?? 0) ?? null)),
      )
    ).flat();
  try {
    return await measure(services().routing);
  } catch (error) {
    console.warn("The routing engine failed; the straight line stands in for the new legs of a route.", error);
    return measure(straightLineEngine(env().DETOUR_FACTOR));
  }
}

const samePlace = (a: Place, b: Place): boolean => a.lat === b.lat && a.lng === b.lng;

function chainsOf(legs: readonly RouteLeg[]): Chain[] {
  const chains: Chain[] = [];
  for (const leg of legs) {
    const last = chains.at(-1);
    const goesOn =
      last !== undefined &&
      last.legs.length < LONGEST_CHAIN &&
      last.route.id === leg.route.id &&
      samePlace(last.legs.at(-1)!.to, leg.from);
    if (goesOn) last.legs.push(leg);
    else chains.push({ route: leg.route, plan: leg.plan, legs: [leg] });
  }
  return chains;
}

/**
 * As the solver counts it (solver/contract, speedFactor), so that a change by hand doesn't move every time by some
 * seconds.
 */
const atSpeed = (seconds: number, speedFactor: number): number =>
  Math.round((seconds * Math.round(100 / speedFactor)) / 100);

async function measureChain(
  engine: RoutingEngine,
  { route, plan, legs }: Chain,
  company: CompanySettings,
  vehicle: Vehicle | null,
): Promise<MeasuredLeg[]> {
  const profile = vehicle?.type === "truck" ? "truck" : "car";
  const avoid = { avoidTolls: plan.avoidTolls, avoidHighways: plan.avoidHighways };
  const places = [legs[0]!.from, ...legs.map((leg) => leg.to)];
  const [matrix, lines] = await Promise.all([
    engine.matrix(places, profile, avoid),
    engine.legs(places, profile, avoid),
  ]);
  const { speedFactor } = settingsOfRoute(company, vehicle, plan, route);
  return legs.map((leg, index) => {
    // [from * size + to]
    const at = index * matrix.size + index + 1;
    const line = lines[index] ?? [];
    return {
      visitId: leg.visitId,
      from: leg.from,
      to: leg.to,
      durationSec: atSpeed(matrix.durationsSec[at]!, speedFactor),
      distanceM: matrix.distancesM[at]!,
      polyline: line.length > 1 ? encodePolyline(line.map((point) => [point.lng, point.lat])) : null,
    };
  });
}
