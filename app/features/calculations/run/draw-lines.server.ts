import type { CalculationOutput } from "~/domain/calculation/output";
import type { QueryBody } from "~/domain/calculation/query-body";
import type { Patch } from "~/domain/changes";
import type { Visit } from "~/domain/visit/visit";
import { encodePolyline } from "~/lib/polyline";
import type { Place, RoutingEngine } from "~/services/routing/engine";

/**
 * Lines on the map for every planned visit: the way from the place before. An engine that knows straight lines only
 * needs none, the map draws those by itself. A line that cannot be had is no reason to refuse a plan.
 */
export async function drawLines(query: QueryBody, output: CalculationOutput, routing: RoutingEngine): Promise<Patch<Visit>[]> {
  if (!query.options.polylines) return [];
  const patches: Patch<Visit>[] = [];
  for (const route of output.routes) {
    const stops = route.steps.filter((step) => step.lat !== undefined && step.lng !== undefined);
    const places = stops.map((step): Place => ({ lat: step.lat!, lng: step.lng! }));
    const entry = query.fleet[route.vehicle];
    if (!entry || places.length < 2) continue;
    const legs = await routing
      .legs(places, entry.profile, { avoidTolls: query.options.avoid_tolls, avoidHighways: query.options.avoid_highways })
      .catch((error: unknown) => {
        console.warn("No lines for the map:", error);
        return [];
      });
    legs.forEach((leg, index) => {
      const step = stops[index + 1];
      if (step?.type === "job" && step.id !== undefined) {
        patches.push({ id: step.id, set: { polyline: leg.length > 2 ? encodePolyline(leg.map((point) => [point.lng, point.lat])) : null } });
      }
    });
  }
  return patches;
}
