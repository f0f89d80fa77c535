import { companySettingsFromRow, vehicleFromRow } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { getCompany } from "~/db/repositories/companies.server";
import { vehiclesWithRemoved } from "~/db/repositories/vehicles.server";
import { travelModeOf } from "~/domain/calculation/travel-mode";
import type { CompanySettings } from "~/domain/company/company";
import type { Place } from "~/domain/place";
import type { Plan } from "~/domain/plan/plan";
import type { RouteLeg } from "~/domain/route/retime-changes";
import type { MeasuredLeg } from "~/domain/route/stops-ahead";
import type { Route } from "~/domain/route/route";
import { settingsOfRoute } from "~/domain/vehicle/merge-settings";
import type { Vehicle } from "~/domain/vehicle/vehicle";
import { LegEstimate } from "~/domain/visit/visit";
import { services } from "~/services/container.server";
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

/**
 * Times, distances and lines of legs that a change of order has made. Never call it inside a transaction. Where no road
 * engine answers in time, known times or estimates stand in, marked as such: a change by hand must not wait or be lost
 * for it.
 * @param waitMs for a road engine
 */
export async function measureLegs(
  companyId: number,
  legs: readonly RouteLeg[],
  waitMs: number = services().routing.waitMs,
): Promise<MeasuredLeg[]> {
  if (legs.length === 0) return [];
  const company = companySettingsFromRow(await getCompany(db(), companyId));
  const ids = new Set(legs.flatMap(({ route }) => route.vehicleId ?? []));
  const vehicles = new Map(
    (await vehiclesWithRemoved(db(), companyId, [...ids])).map((row) => [row.id, vehicleFromRow(row)]),
  );
  const giveUp = AbortSignal.timeout(waitMs);
  const chains = await Promise.all(
    chainsOf(legs).map((chain) =>
      measureChain(chain, company, vehicles.get(chain.route.vehicleId ?? 0) ?? null, giveUp),
    ),
  );
  return chains.flat();
}

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

async function measureChain(
  { route, plan, legs }: Chain,
  company: CompanySettings,
  vehicle: Vehicle | null,
  giveUp: AbortSignal,
): Promise<MeasuredLeg[]> {
  const places = [legs[0]!.from, ...legs.map((leg) => leg.to)];
  // The engine of the last calculation, so that times by hand go with it.
  const router = plan.travelEngine === "straight" ? undefined : (plan.travelEngine ?? undefined);
  const timed = await quickLegs(services().routing, places, travelModeOf(vehicle, plan), { router, giveUp });
  const { speedFactor } = settingsOfRoute(company, vehicle, plan, route);
  return legs.map((leg, index) => {
    const { durationSec, distanceM, line, state } = timed[index]!;
    return {
      visitId: leg.visitId,
      from: leg.from,
      to: leg.to,
      durationSec: atSpeed(durationSec, speedFactor),
      distanceM,
      polyline: encodedLine(line),
      estimate: ESTIMATE[state],
    };
  });
}
