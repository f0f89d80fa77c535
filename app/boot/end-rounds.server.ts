import { withinTime } from "~/lib/within-time.server";

interface Ending {
  stop(): Promise<unknown>;
}

/** What is asked outside has so long to answer at a stop. */
const OUTSIDE_MS = 3_000;

/** @returns at the latest when the time is up: whatever runs then ends with the process */
const orLeave = (ending: Ending): Promise<unknown> =>
  withinTime(OUTSIDE_MS, undefined, (signal) => {
    const left = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
    return Promise.race([ending.stop(), left]);
  });

/**
 * Ends all background work at once. What waits for a server outside is left after three seconds, so that one that hangs
 * doesn't take the time that the others have: the claim of a row says that it was under way, and once that is over
 * another start takes it up.
 * @param outside rounds that ask such servers; leaving them harms nothing, because a crash doesn't either
 */
export async function endRounds(own: readonly Ending[], outside: readonly Ending[]): Promise<void> {
  const ends = await Promise.allSettled([...own.map((one) => one.stop()), ...outside.map(orLeave)]);
  for (const end of ends) if (end.status === "rejected") console.error("A job could not be stopped:", end.reason);
}
