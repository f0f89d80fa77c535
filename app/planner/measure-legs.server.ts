import { env } from "~/env.server";
import type { CompanySettings } from "~/domain/company/company";
import type { Plan } from "~/domain/plan/plan";
import type { LegToMeasure } from "~/domain/route/drive-order";
import type { MeasuredLeg } from "~/domain/route/retime";
import type { Route } from "~/domain/route/route";
import { settingsOfRoute } from "~/domain/vehicle/merge-settings";
import type { Vehicle } from "~/domain/vehicle/vehicle";
import { encodePolyline } from "~/lib/polyline";
import { services } from "~/services/container.server";
import type { RoutingEngine } from "~/services/routing/engine";
import { straightLineEngine } from "~/services/routing/straight-line";

/** Whose way it is: vehicle, plan and route decide profile, speed and what is avoided. */
export interface Traveller {
  company: CompanySettings;
  vehicle: Vehicle | null;
  plan: Plan;
  route: Route;
}

/**
 * Times, distances and lines of ways that a change of order has made. Never call it inside a transaction. When the
 * routing server does not answer, the straight line stands in: a change by hand must not be lost for it.
 */
export async function measureLegs(legs: readonly LegToMeasure[], travellerOf: (leg: LegToMeasure) => Traveller): Promise<MeasuredLeg[]> {
  const measure = (engine: RoutingEngine) => Promise.all(legs.map((leg) => measureLeg(engine, leg, travellerOf(leg))));
  if (legs.length === 0) return [];
  try {
    return await measure(services().routing);
  } catch (error) {
    console.warn("The routing engine failed; the straight line stands in for the new ways of a route.", error);
    return measure(straightLineEngine(env().DETOUR_FACTOR));
  }
}

async function measureLeg(engine: RoutingEngine, leg: LegToMeasure, { company, vehicle, plan, route }: Traveller): Promise<MeasuredLeg> {
  const profile = vehicle?.type === "truck" ? "truck" : "car";
  const avoid = { avoidTolls: plan.avoidTolls, avoidHighways: plan.avoidHighways };
  const places = [leg.from, leg.to];
  const [matrix, lines] = await Promise.all([engine.matrix(places, profile, avoid), engine.legs(places, profile, avoid)]);
  const line = lines[0] ?? [];
  return {
    ...leg,
    // [from * size + to] of two places
    durationSec: Math.round(matrix.durationsSec[1]! / settingsOfRoute(company, vehicle, plan, route).speedFactor),
    distanceM: matrix.distancesM[1]!,
    polyline: line.length > 1 ? encodePolyline(line.map((point) => [point.lng, point.lat])) : null,
  };
}
