import { companySettingsFromRow, vehicleFromRow } from "~/db/codecs.server";
import { askOutside, db } from "~/db/database.server";
import type { Outside } from "~/db/database.server";
import { getCompany } from "~/db/repositories/companies.server";
import { vehiclesWithRemoved } from "~/db/repositories/vehicles.server";
import { travelModeOf } from "~/domain/calculation/travel-mode";
import type { TravelMode } from "~/domain/calculation/travel-mode";
import type { Place } from "~/domain/place";
import type { Plan } from "~/domain/plan/plan";
import type { LegToMeasure } from "~/domain/route/drive-order";
import type { RouteLeg } from "~/domain/route/retime-changes";
import type { MeasuredLeg } from "~/domain/route/stops-ahead";
import type { Route } from "~/domain/route/route";
import { settingsOfRoute } from "~/domain/vehicle/merge-settings";
import { LegEstimate } from "~/domain/visit/visit";
import { services } from "~/services/container.server";
import type { RoadEngineName } from "~/services/routing/engine";
import { encodedLine } from "~/services/routing/draw-lines";
import { quickLegs } from "~/services/routing/quick-legs.server";
import type { TimedLeg } from "~/services/routing/quick-legs.server";

/** Consecutive legs of one route, so that the engine is asked once for all of them. */
interface Chain {
  route: Route;
  plan: Plan;
  legs: RouteLeg[];
}

/** Places that are asked for at once. */
const LONGEST_CHAIN = 40;

/** A chain with all that its times depend on. */
interface Way {
  legs: readonly LegToMeasure[];
  mode: TravelMode;
  /** asked first */
  router: RoadEngineName | undefined;
  speedFactor: number;
}

/**
 * Times, distances and lines of legs that a change of order has made. Where no road engine answers in time, known times
 * or estimates stand in, marked as such: a change by hand must not wait or be lost for it.
 * @param waitMs for a road engine; left out: as long as a change by hand may wait, and then it can be a part of
 * `allOrNothing`
 */
export async function measureLegs(
  companyId: number,
  legs: readonly RouteLeg[],
  waitMs?: number,
): Promise<MeasuredLeg[]> {
  if (legs.length === 0) return [];
  const ways = await waysOf(companyId, legs);
  return waitMs === undefined ? askOutside(ROADS, ways) : (await measureAll([ways], waitMs))[0]!;
}

/** The roads, for the legs of one change each. */
const ROADS: Outside<readonly Way[], MeasuredLeg[]> = {
  name: "roads",
  keyOf: (ways) => JSON.stringify(ways),
  meanwhile: (ways) =>
    ways.flatMap((way) =>
      measuredWay(
        way,
        services()
          .routing.estimates(placesOf(way), way.mode)
          .map((leg): TimedLeg => ({ ...leg, state: "estimate" })),
      ),
    ),
  // Each change may wait by itself, and they wait together.
  ask: (changes) => measureAll(changes, changes.length * services().routing.waitMs),
};

/** Ways that are asked for at the same time. */
const AT_ONCE = 8;

/** The legs of several changes, each change by itself. */
async function measureAll(changes: readonly (readonly Way[])[], waitMs: number): Promise<MeasuredLeg[][]> {
  const giveUp = AbortSignal.timeout(waitMs);
  const measured = changes.map((ways) => ways.map((): MeasuredLeg[] => []));
  const waiting = changes.flatMap((ways, change) => ways.map((way, nth) => ({ way, change, nth }))).values();
  const askInTurn = async (): Promise<void> => {
    for (const { way, change, nth } of waiting) measured[change]![nth] = await measureWay(way, giveUp);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, askInTurn));
  return measured.map((ways) => ways.flat());
}

async function waysOf(companyId: number, legs: readonly RouteLeg[]): Promise<Way[]> {
  const company = companySettingsFromRow(await getCompany(db(), companyId));
  const ids = new Set(legs.flatMap(({ route }) => route.vehicleId ?? []));
  const vehicles = new Map(
    (await vehiclesWithRemoved(db(), companyId, [...ids])).map((row) => [row.id, vehicleFromRow(row)]),
  );
  return chainsOf(legs).map(({ route, plan, legs: chain }) => {
    const vehicle = vehicles.get(route.vehicleId ?? 0) ?? null;
    return {
      legs: chain.map(({ visitId, from, to }) => ({ visitId, from, to })),
      mode: travelModeOf(vehicle, plan),
      // The engine of the last calculation, so that times by hand go with it.
      router: plan.travelEngine === "straight" ? undefined : (plan.travelEngine ?? undefined),
      speedFactor: settingsOfRoute(company, vehicle, plan, route).speedFactor,
    };
  });
}

const placesOf = ({ legs }: Way): Place[] => [legs[0]!.from, ...legs.map((leg) => leg.to)];

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

const ESTIMATE: Readonly<Record<TimedLeg["state"], LegEstimate>> = {
  measured: LegEstimate.Measured,
  estimate: LegEstimate.Estimate,
  late: LegEstimate.Pending,
};

const measuredWay = ({ legs, speedFactor }: Way, timed: readonly TimedLeg[]): MeasuredLeg[] =>
  legs.map((leg, index) => {
    const { durationSec, distanceM, line, state } = timed[index]!;
    return {
      ...leg,
      durationSec: atSpeed(durationSec, speedFactor),
      distanceM,
      polyline: encodedLine(line),
      estimate: ESTIMATE[state],
    };
  });

const measureWay = async (way: Way, giveUp: AbortSignal): Promise<MeasuredLeg[]> =>
  measuredWay(way, await quickLegs(services().routing, placesOf(way), way.mode, { router: way.router, giveUp }));
