import type { CompanySession } from "~/auth/session.server";
import { calculatePlan } from "./calculations/commands/calculate-plan.server";
import { waitForCalculation } from "./calculations/queries/wait-for-calculation.server";
import { markVisitDone } from "./driver/commands/mark-visit-done.server";
import { startRoute } from "./driver/commands/report-route.server";
import { approveRoute, changeRoute } from "./planning/commands/route-commands.server";
import { createSampleDay, removeSampleDay } from "./planning/commands/sample-day.server";
import { loadSampleRoad } from "./planning/plans/sample-road.server";

/** The solver needs two seconds; the rest is for a queue in which others wait too. */
const LONGEST_MS = 45_000;

/**
 * Loads the sample day: made, calculated as any plan is, two routes approved and one on the road.
 * @returns the plan, and whether it is ready: one that waits for its calculation becomes an ordinary plan
 */
export async function loadSampleDay(
  session: CompanySession,
  tab: string | undefined,
): Promise<{ planId: number; isReady: boolean }> {
  const { planId, isNew } = await createSampleDay(session, { tab });
  if (!isNew) return { planId, isReady: true };
  try {
    const { queryId } = await calculatePlan(session, { planId, tab });
    if ((await waitForCalculation(session, queryId, LONGEST_MS)) !== "done") return { planId, isReady: false };
    await putOnRoad(session, planId, tab);
    return { planId, isReady: true };
  } catch (error) {
    await removeSampleDay(session, { tab });
    throw error;
  }
}

async function putOnRoad(session: CompanySession, planId: number, tab: string | undefined): Promise<void> {
  const { routeIds, driverId, startedSec, done } = await loadSampleRoad(session, planId);
  const [road] = routeIds;
  if (road === undefined) return;
  if (driverId !== null) await changeRoute(session, { routeId: road, driverId }, { tab });
  for (const routeId of routeIds) await approveRoute(session, { routeId }, { tab });
  await startRoute(session, { routeId: road, confirmed: true, tab, ageSec: startedSec });
  for (const { visitId, ageSec } of done) await markVisitDone(session, { visitId, confirmed: true, tab, ageSec });
}
