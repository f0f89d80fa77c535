import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { parseJson } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { getCalculation } from "~/db/repositories/calculations.server";
import { collectPlaces } from "~/domain/calculation/places";
import { travelModes } from "~/domain/calculation/travel-mode";
import type { CalculationInput } from "~/domain/calculation/calculation-input";
import { formatDuration } from "~/domain/time/format";
import { AppError } from "~/lib/errors";
import { services } from "~/services/container.server";
import { formatDistance } from "~/domain/format-units";
import { METRIC } from "~/domain/units";

const longest = (values: Int32Array): number => values.reduce((most, value) => Math.max(most, value), 0);

/**
 * Asks the routing engine for the travel tables of a stored input, and changes nothing: is the engine there, how
 * long does it take, are its figures plausible.
 * @returns one sentence for each travel profile, with the engine's name
 * @throws AppError 403, 404; 422 without a stored input; what the engine refuses
 */
export async function testMatrix(session: CompanySession, queryId: number): Promise<string> {
  const companyId = session.company.id;
  authorize(session, "debug.testApi", { companyId });
  const input = parseJson<CalculationInput | null>((await getCalculation(db(), companyId, queryId)).input, null);
  if (input === null)
    throw new AppError("calculation.no_input", "This calculation has no stored input that could be used again.", {
      status: 422,
    });
  const { routing, clock } = services();
  const { places } = collectPlaces(input);
  const lines: string[] = [];
  for (const mode of travelModes(input).values()) {
    const before = clock.nowMs();
    const { matrix, label, note } = await routing.matrix(places, mode, { router: input.options.router });
    const { size, durationsSec, distancesM } = matrix;
    if (note !== null) lines.push(note);
    lines.push(
      `${label}, ${mode.profile}: ${size} × ${size} places in ${clock.nowMs() - before} ms, ` +
        `at most ${formatDuration(longest(durationsSec))} and ${formatDistance(longest(distancesM), METRIC)} apart`,
    );
  }
  return lines.join("\n");
}
