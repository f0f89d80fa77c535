import type { Place, RoadEngineName, TravelMode } from "./engine";
import { knownLegs } from "./road-matrix";
import type { Routing, TravelLeg } from "./routing.server";
import { travelCache } from "./travel-cache.server";

/** A leg as a change by hand gets it. */
export interface TimedLeg extends Omit<TravelLeg, "isEstimate"> {
  /** `late`: an engine knows the leg and did not answer in time; `estimate`: none knows it */
  state: "measured" | "estimate" | "late";
}

type KnownLegs = Awaited<ReturnType<typeof knownLegs>>;

/**
 * The ways through the places, from a road engine that answers before `giveUp`; otherwise with times that are known
 * from before, or estimates.
 */
export async function quickLegs(
  routing: Routing,
  places: readonly Place[],
  mode: TravelMode,
  { router, giveUp }: { router?: RoadEngineName | undefined; giveUp: AbortSignal },
): Promise<TimedLeg[]> {
  const answer = await inTime(routing.legs(places, mode, { router, signal: giveUp }), giveUp).catch(
    (error: unknown) => {
      if (!giveUp.aborted) throw error;
      return null;
    },
  );
  if (answer !== null && answer.engine !== "straight")
    return answer.legs.map((leg): TimedLeg => ({ ...leg, state: leg.isEstimate ? "estimate" : "measured" }));
  const [preferred] = routing.roadEngines(places, router);
  if (preferred === undefined)
    return routing.estimates(places, mode).map((leg): TimedLeg => ({ ...leg, state: "estimate" }));
  // The database answers in some milliseconds; a server that has to be asked for its version first may not.
  const briefly = AbortSignal.timeout(routing.lookupMs);
  const known = await inTime(knownLegs(preferred, places, mode, travelCache()), briefly).catch((): KnownLegs => []);
  return routing.estimates(places, mode).map((estimate, index): TimedLeg => {
    const isKnowable = preferred.covers(places[index]!) && preferred.covers(places[index + 1]!);
    return { ...estimate, ...known[index], state: isKnowable ? "late" : "estimate" };
  });
}

/** A promise that does not heed the signal is left to itself. */
function inTime<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(signal.reason as Error);
    if (signal.aborted) late();
    signal.addEventListener("abort", late);
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", late));
  });
}
