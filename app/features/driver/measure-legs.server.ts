import type { LegToMeasure } from "~/domain/route/drive-order";
import type { MeasuredLeg } from "~/domain/route/retime";
import { settingsOfRoute } from "~/domain/vehicle/merge-settings";
import { encodePolyline } from "~/lib/polyline";
import { services } from "~/services/container.server";
import type { RoutingEngine, TravelProfile } from "~/services/routing/engine";
import { straightLineEngine } from "~/services/routing/straight-line";
import type { RouteState } from "./route-state.server";

/** Roads are about so much longer than the straight line (see services/routing/straight-line). */
const DETOUR_FACTOR = 1.3;

/**
 * Times, distances and lines of the ways that a change of order has made. A routing server that does not answer must
 * not cost the driver his report: then the straight line stands in.
 */
export async function measureLegs(legs: readonly LegToMeasure[], state: RouteState): Promise<MeasuredLeg[]> {
  if (legs.length === 0) return [];
  try {
    return await measureWith(services().routing, legs, state);
  } catch (error) {
    console.warn("The routing engine failed; the straight line stands in for the new ways of a route.", error);
    return measureWith(straightLineEngine(DETOUR_FACTOR), legs, state);
  }
}

async function measureWith(engine: RoutingEngine, legs: readonly LegToMeasure[], { company, vehicle, plan, route }: RouteState): Promise<MeasuredLeg[]> {
  const profile: TravelProfile = vehicle?.type === "truck" ? "truck" : "car";
  const options = { avoidTolls: plan.avoidTolls, avoidHighways: plan.avoidHighways };
  const { speedFactor } = settingsOfRoute(company, vehicle, plan, route);
  return Promise.all(
    legs.map(async (leg) => {
      const places = [leg.from, leg.to];
      const [matrix, lines] = await Promise.all([engine.matrix(places, profile, options), engine.legs(places, profile, options)]);
      // [from * size + to] of two places
      const durationSec = Math.round(matrix.durationsSec[1]! / speedFactor);
      const line = lines[0] ?? [];
      return { ...leg, durationSec, distanceM: matrix.distancesM[1]!, polyline: line.length > 1 ? encodePolyline(line.map((point) => [point.lng, point.lat])) : null };
    }),
  );
}
