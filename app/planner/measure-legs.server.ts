import { env } from "~/env.server";
import type { CompanySettings } from "~/domain/company/company";
import type { Place } from "~/domain/place";
import type { Plan } from "~/domain/plan/plan";
import type { LegToMeasure } from "~/domain/route/drive-order";
import type { MeasuredLeg } from "~/domain/route/stops-ahead";
import type { Route } from "~/domain/route/route";
import { settingsOfRoute } from "~/domain/vehicle/merge-settings";
import type { Vehicle } from "~/domain/vehicle/vehicle";
import { encodePolyline } from "~/lib/polyline";
import { services } from "~/services/container.server";
import type { RoutingEngine } from "~/services/routing/engine";
import { straightLineEngine } from "~/services/routing/straight-line";

/** What a leg is measured with: vehicle, plan and route decide profile, speed and what is avoided. */
export interface LegContext {
  company: CompanySettings;
  vehicle: Vehicle | null;
  plan: Plan;
  route: Route;
}

/** Consecutive legs of one vehicle, so that the engine is asked once for all of them. */
interface Chain {
  context: LegContext;
  legs: LegToMeasure[];
}

/** A matrix grows with the square of its places. */
const LONGEST_CHAIN = 40;

/**
 * Times, distances and lines of legs that a change of order has made. Never call it inside a transaction. When the
 * routing server does not answer, the straight line stands in: a change by hand must not be lost for it.
 */
export async function measureLegs(
  legs: readonly LegToMeasure[],
  contextOf: (leg: LegToMeasure) => LegContext,
): Promise<MeasuredLeg[]> {
  if (legs.length === 0) return [];
  const chains = chainsOf(legs, contextOf);
  const measure = async (engine: RoutingEngine) =>
    (await Promise.all(chains.map((chain) => measureChain(engine, chain)))).flat();
  try {
    return await measure(services().routing);
  } catch (error) {
    console.warn("The routing engine failed; the straight line stands in for the new legs of a route.", error);
    return measure(straightLineEngine(env().DETOUR_FACTOR));
  }
}

const samePlace = (a: Place, b: Place): boolean => a.lat === b.lat && a.lng === b.lng;

function chainsOf(legs: readonly LegToMeasure[], contextOf: (leg: LegToMeasure) => LegContext): Chain[] {
  const chains: Chain[] = [];
  for (const leg of legs) {
    const context = contextOf(leg);
    const last = chains.at(-1);
    const goesOn =
      last !== undefined &&
      last.legs.length < LONGEST_CHAIN &&
      last.context.route.id === context.route.id &&
      samePlace(last.legs.at(-1)!.to, leg.from);
    if (goesOn) last.legs.push(leg);
    else chains.push({ context, legs: [leg] });
  }
  return chains;
}

/**
 * As the solver counts it (solver/contract, speedFactor), so that a change by hand doesn't move every time by some
 * seconds.
 */
const atSpeed = (seconds: number, speedFactor: number): number =>
  Math.round((seconds * Math.round(100 / speedFactor)) / 100);

async function measureChain(
  engine: RoutingEngine,
  { context: { company, vehicle, plan, route }, legs }: Chain,
): Promise<MeasuredLeg[]> {
  const profile = vehicle?.type === "truck" ? "truck" : "car";
  const avoid = { avoidTolls: plan.avoidTolls, avoidHighways: plan.avoidHighways };
  const places = [legs[0]!.from, ...legs.map((leg) => leg.to)];
  const [matrix, lines] = await Promise.all([
    engine.matrix(places, profile, avoid),
    engine.legs(places, profile, avoid),
  ]);
  const { speedFactor } = settingsOfRoute(company, vehicle, plan, route);
  return legs.map((leg, index) => {
    // [from * size + to]
    const at = index * matrix.size + index + 1;
    const line = lines[index] ?? [];
    return {
      ...leg,
      durationSec: atSpeed(matrix.durationsSec[at]!, speedFactor),
      distanceM: matrix.distancesM[at]!,
      polyline: line.length > 1 ? encodePolyline(line.map((point) => [point.lng, point.lat])) : null,
    };
  });
}
