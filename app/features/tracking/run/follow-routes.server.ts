import { startRounds } from "~/lib/rounds.server";
import type { Rounds } from "~/lib/rounds.server";
import { measureMovedVehicles } from "~/planner/follow-vehicles.server";
import { noteChangedRoutes } from "~/planner/note-routes.server";

/** So old may an arrival be that follows from a report or a position. */
const EVERY_MS = 10_000;

/** Follows the routes on the road, as long as the server runs. */
export function startFollowing(): Rounds {
  const reports = startRounds(() => noteChangedRoutes(), {
    everyMs: EVERY_MS,
    laterMs: 60_000,
    failed: "Predictions of routes could not be noted:",
  });
  const vehicles = startRounds(async () => (await measureMovedVehicles(), false), {
    everyMs: EVERY_MS,
    laterMs: 60_000,
    failed: "The ways of vehicles could not be measured:",
  });
  return {
    async stop() {
      await Promise.all([reports.stop(), vehicles.stop()]);
    },
  };
}
