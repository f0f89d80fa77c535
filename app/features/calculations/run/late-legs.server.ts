import { startRounds } from "~/lib/rounds.server";
import type { Rounds } from "~/lib/rounds.server";
import { measureLateLegs } from "~/planner/measure-late-legs.server";

/** Looks for legs that wait to be measured; an engine that is away was told of when the change was made. */
export const startLateLegs = (): Rounds =>
  startRounds(async () => (await measureLateLegs(), false), {
    everyMs: 1_000,
    laterMs: 30_000,
    failed: "Estimated legs could not be measured:",
  });
