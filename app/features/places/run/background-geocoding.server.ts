import { startRounds } from "~/lib/rounds.server";
import type { Rounds } from "~/lib/rounds.server";
import { geocodeWaiting } from "../commands/geocode-waiting.server";

/** Looks up addresses of visits that have no place; pages say where a service is away. */
export const startGeocoding = (): Rounds =>
  startRounds(async (isStopped) => (await geocodeWaiting(isStopped)) > 0, {
    everyMs: 2_000,
    laterMs: 60_000,
    failed: "Addresses could not be looked up:",
  });
