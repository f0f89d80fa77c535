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

/** Encoded lines on the map to every planned stop, keyed as `ApplyInput.lines` is: the leg from the place before. */
export async function drawLines(
  input: CalculationInput,
  output: CalculationOutput,
  routing: Pick<Routing, "legs" | "questionsAtOnce">,
  signal?: AbortSignal,
): Promise<Map<number, string | null>> {
  const lines = new Map<number, string | null>();
  // Where nothing follows roads, all lines are straight.
  if (!input.options.polylines || output.summary.routing?.engine === "straight") return lines;
  await inParallel(output.routes, routing.questionsAtOnce, async (route) => {
    const stops = route.steps.filter((step) => step.lat !== undefined && step.lng !== undefined);
    const places = stops.map((step): Place => ({ lat: step.lat!, lng: step.lng! }));
    const entry = input.fleet[route.vehicle];
    if (!entry || places.length < 2) return;
    const mode = travelModeOfEntry(entry, input.options);
    const { legs } = await routing.legs(places, mode, { router: input.options.router, signal });
    legs.forEach((leg, index) => {
      const step = stops[index + 1];
      if (step?.type === "job" && step.id !== undefined) lines.set(step.id, encodedLine(leg.line));
      else if (step?.type === "end") lines.set(endLineKey(route.vehicle), encodedLine(leg.line));
    });
  });
  return lines;
}
