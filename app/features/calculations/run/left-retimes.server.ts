import { startRounds } from "~/lib/rounds.server";
import type { Rounds } from "~/lib/rounds.server";
import { retimeLeft } from "~/planner/retime-after.server";

/** Looks for routes that have not followed their vehicle or warehouse; the failure was told of when it happened. */
export const startLeftRetimes = (): Rounds =>
  startRounds(async () => (await retimeLeft(), false), {
    everyMs: 10_000,
    laterMs: 60_000,
    failed: "Routes could not be timed again:",
  });
