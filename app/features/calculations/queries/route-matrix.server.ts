import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { collectPlaces } from "~/domain/calculation/places";
import { travelModeOf, travelModes } from "~/domain/calculation/travel-mode";
import type { TravelMode } from "~/domain/calculation/travel-mode";
import { count, formatNumber } from "~/domain/format-number";
import { AppError, notFound } from "~/lib/errors";
import { services } from "~/services/container.server";
import type { TravelMatrix } from "~/services/routing/engine";
import { NO_WAY } from "~/services/routing/engine";
import type { MeasuredMatrix } from "~/services/routing/routing.server";
import { MOST_PAIRS } from "../route-matrix";
import type { RouteMatrixAnswer, RouteMatrixInput, RouteTable } from "../route-matrix";

/**
 * The travel times and distances between all places of a calculation's input; nothing is stored but travel times that
 * are known from then on. Engines work in processes of their own.
 * @throws AppError 403, 404 for another company, 422 without places or with too many
 */
export async function routeMatrix(session: CompanySession, input: RouteMatrixInput): Promise<RouteMatrixAnswer> {
  const companyId = session.company.id;
  authorize(session, "calculation.run", { companyId });
  if (input.company_id !== null && input.company_id !== companyId) throw notFound("Company");
  const { places, visitIndex, startIndex, endIndex } = collectPlaces(input);
  const modes = [...travelModes(input).values()];
  if (modes.length === 0) modes.push(ofNoVehicle(input));
  assertWithin(places.length, modes.length);
  const router = input.options.router ?? session.user.settings.router;
  const tables: RouteTable[] = [];
  for (const mode of modes) {
    const measured = await services().routing.matrix(places, mode, { router });
    tables.push(tableOf(measured, mode, places));
    void measured.keep().catch((error: unknown) => console.warn("Travel times were not kept:", error));
  }
  return {
    places,
    visits: Object.fromEntries(visitIndex),
    starts: Object.fromEntries(startIndex),
    ends: Object.fromEntries(endIndex),
    tables,
  };
}

const ofNoVehicle = ({ options }: RouteMatrixInput): TravelMode =>
  travelModeOf(null, { avoidTolls: options.avoid_tolls, avoidHighways: options.avoid_highways });

function assertWithin(places: number, modes: number): void {
  const refuse = (message: string) => new AppError("route_matrix.size", message, { status: 422, field: "visits" });
  if (places === 0) throw refuse("The input has no places: neither visits nor vehicles.");
  if (places ** 2 * modes <= MOST_PAIRS) return;
  const most = Math.floor(Math.sqrt(MOST_PAIRS / modes));
  const kinds = modes === 1 ? "" : ` for ${count(modes, "kind")} of vehicles`;
  throw refuse(`${count(places, "place")}${kinds} are too many for one request: at most ${formatNumber(most)}.`);
}

function tableOf(
  { engine, note, matrix, covers }: MeasuredMatrix,
  { profile, widthM, heightM, weightT }: TravelMode,
  places: RouteMatrixAnswer["places"],
): RouteTable {
  const pairs = (amount: number): number => amount * (amount - 1);
  return {
    profile,
    width: widthM,
    height: heightM,
    weight: weightT,
    engine,
    note,
    estimated_pairs: pairs(places.length) - pairs(places.filter((place) => covers(place)).length),
    durations: rowsOf(matrix, matrix.durationsSec),
    distances: rowsOf(matrix, matrix.distancesM),
  };
}

const rowsOf = ({ size }: TravelMatrix, cells: Int32Array): (number | null)[][] =>
  Array.from({ length: size }, (_, row) =>
    Array.from(cells.subarray(row * size, (row + 1) * size), (value) => (value === NO_WAY ? null : value)),
  );
