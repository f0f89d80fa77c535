import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { parseJson } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { getQuery } from "~/db/repositories/queries.server";
import { collectPlaces, profilesOf } from "~/domain/calculation/places";
import type { QueryBody } from "~/domain/calculation/query-body";
import { formatDuration, formatKm } from "~/domain/time/format";
import { AppError } from "~/lib/errors";
import { services } from "~/services/container.server";

const longest = (values: Int32Array): number => values.reduce((most, value) => Math.max(most, value), 0);

/**
 * Asks the routing engine for the travel tables of a stored question, and changes nothing: is the engine there, how
 * long does it take, are its figures plausible.
 * @returns one sentence for each travel profile, with the engine's name
 * @throws AppError 403, 404; 422 without a stored question; what the engine refuses
 */
export async function testMatrix(session: CompanySession, queryId: number): Promise<string> {
  const companyId = session.company.id;
  authorize(session, "debug.testApi", { companyId });
  const query = parseJson<QueryBody | null>((await getQuery(db(), companyId, queryId)).input, null);
  if (query === null)
    throw new AppError("calculation.no_input", "This calculation has no stored question that could be asked again.", {
      status: 422,
    });
  const { routing, clock } = services();
  const { places } = collectPlaces(query);
  const lines: string[] = [];
  for (const profile of profilesOf(query)) {
    const before = clock.nowMs();
    const { size, durationsSec, distancesM } = await routing.matrix(places, profile, {
      avoidTolls: query.options.avoid_tolls,
      avoidHighways: query.options.avoid_highways,
    });
    lines.push(
      `${routing.name}, ${profile}: ${size} × ${size} places in ${clock.nowMs() - before} ms, at most ${formatDuration(longest(durationsSec))} and ${formatKm(longest(distancesM))} apart`,
    );
  }
  return lines.join("\n");
}
