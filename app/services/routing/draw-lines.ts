import { endLineKey } from "~/domain/calculation/apply-solution";
import type { CalculationOutput } from "~/domain/calculation/output";
import type { CalculationInput } from "~/domain/calculation/calculation-input";
import { travelModeOfEntry } from "~/domain/calculation/travel-mode";
import { encodePolyline } from "~/lib/polyline";
import type { Place } from "./engine";
import { inParallel } from "./in-parallel";
import type { Routing } from "./routing.server";

/** The encoded form of a line for the map; null: a straight one, which the map draws without it. */
export const encodedLine = (line: readonly Place[] | null): string | null =>
  line !== null && line.length > 1 ? encodePolyline(line.map(({ lng, lat }) => [lng, lat])) : null;

/**
 * Encoded lines on the map to every planned stop, keyed as `ApplyInput.lines` is: the leg from the place before. Where
 * nothing follows roads all of them are straight, and no road engine is asked.
 */
export async function drawLines(
  input: CalculationInput,
  output: CalculationOutput,
  routing: Pick<Routing, "legs" | "questionsAtOnce">,
  signal?: AbortSignal,
): Promise<Map<number, string | null>> {
  const lines = new Map<number, string | null>();
  if (!input.options.polylines) return lines;
  const isStraight = output.summary.routing?.engine === "straight";
  await inParallel(output.routes, routing.questionsAtOnce, async (route) => {
    const stops = route.steps.filter((step) => step.lat !== undefined && step.lng !== undefined);
    const places = stops.map((step): Place => ({ lat: step.lat!, lng: step.lng! }));
    const entry = input.fleet[route.vehicle];
    if (!entry || places.length < 2) return;
    const mode = travelModeOfEntry(entry, input.options);
    const ask = { router: input.options.router, signal };
    const legs = isStraight ? [] : (await routing.legs(places, mode, ask)).legs;
    stops.slice(1).forEach(({ type, id }, index) => {
      const line = encodedLine(legs[index]?.line ?? null);
      if (type === "job" && id !== undefined) lines.set(id, line);
      else if (type === "end") lines.set(endLineKey(route.vehicle), line);
    });
  });
  return lines;
}
