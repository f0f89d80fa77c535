import type { CalculationOutput } from "~/domain/calculation/output";
import type { CalculationInput } from "~/domain/calculation/calculation-input";
import { encodePolyline } from "~/lib/polyline";
import type { Place, RoutingEngine } from "./engine";

/**
 * Encoded lines on the map to every planned visit, by its id: the leg from the place before. An engine with straight
 * lines only needs none, the map draws those without it. A missing line is no reason to refuse a plan.
 */
export async function drawLines(
  input: CalculationInput,
  output: CalculationOutput,
  routing: RoutingEngine,
): Promise<Map<number, string | null>> {
  const lines = new Map<number, string | null>();
  if (!input.options.polylines) return lines;
  for (const route of output.routes) {
    const stops = route.steps.filter((step) => step.lat !== undefined && step.lng !== undefined);
    const places = stops.map((step): Place => ({ lat: step.lat!, lng: step.lng! }));
    const entry = input.fleet[route.vehicle];
    if (!entry || places.length < 2) continue;
    const legs = await routing
      .legs(places, entry.profile, {
        avoidTolls: input.options.avoid_tolls,
        avoidHighways: input.options.avoid_highways,
      })
      .catch((error: unknown) => {
        console.warn("No lines for the map:", error);
        return [];
      });
    legs.forEach((leg, index) => {
      const step = stops[index + 1];
      if (step?.type !== "job" || step.id === undefined) return;
      lines.set(step.id, leg.length > 2 ? encodePolyline(leg.map((point) => [point.lng, point.lat])) : null);
    });
  }
  return lines;
}
