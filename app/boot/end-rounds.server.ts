import { orLeft } from "~/lib/within-time.server";

interface Ending {
  stop(): Promise<unknown>;
}

/** What is asked outside has so long to answer at a stop. */
const OUTSIDE_MS = 3_000;
/**
 * Where the other side would take the same question for a second one; two seconds less than server.ts leaves after
 * requests have ended (20 s − 8 s).
 */
const UNREPEATABLE_MS = 10_000;

/**
 * Ends all background work at once. What waits for a server outside is left after three seconds, so that one that hangs
 * doesn't take the time that the others have: the claim of a row says that it was under way, and once that is over
 * another start takes it up.
 * @param outside rounds that ask such servers; leaving them harms nothing, because a crash doesn't either
 * @param unrepeatable rounds of them whose question, asked again, may be carried out twice: an SMS is paid for twice
 */
export async function endRounds(
  own: readonly Ending[],
  { outside, unrepeatable }: { outside: readonly Ending[]; unrepeatable: readonly Ending[] },
): Promise<void> {
  const ends = await Promise.allSettled([
    ...own.map((one) => one.stop()),
    ...outside.map((one) => orLeft(one.stop(), OUTSIDE_MS)),
    ...unrepeatable.map((one) => orLeft(one.stop(), UNREPEATABLE_MS)),
  ]);
  for (const end of ends) if (end.status === "rejected") console.error("A job could not be stopped:", end.reason);
}
