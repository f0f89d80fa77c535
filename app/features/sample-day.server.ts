import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { latestCalculationOfPlan } from "~/db/repositories/calculations.server";
import { calculatePlan } from "./calculations/commands/calculate-plan.server";
import { waitForCalculation } from "./calculations/queries/wait-for-calculation.server";
import { markVisitDone } from "./driver/commands/mark-visit-done.server";
import { startRoute } from "./driver/commands/report-route.server";
import { approveRoute, changeRoute } from "./planning/commands/route-commands.server";
import { createSampleDay, endLoading, removeSampleDay } from "./planning/commands/sample-day.server";
import { loadSampleRoad } from "./planning/plans/sample-road.server";

/** The solver needs two seconds; the rest is for a queue in which others wait too. */
const LONGEST_MS = 45_000;

/**
 * Loads the sample day: made, calculated as any plan is, two routes approved and one on the road. One whose process has
 * died on the way is finished.
 * @returns the plan, and whether it is ready: one that waits for its calculation becomes an ordinary plan
 */
export async function loadSampleDay(
  session: CompanySession,
  tab: string | undefined,
): Promise<{ planId: number; isReady: boolean }> {
  const { planId, isNew, isLeft } = await createSampleDay(session, { tab });
  if (!isNew && !isLeft) return { planId, isReady: true };
  try {
    const queryId = await calculationOf(session, planId, tab);
    const isReady = (await waitForCalculation(session, queryId, LONGEST_MS)) === "done";
    if (isReady) await putOnRoad(session, planId, tab);
    await endLoading(session);
    return { planId, isReady };
  } catch (error) {
    // In one that was left somebody may have worked meanwhile.
    await (isNew ? removeSampleDay(session, { tab }) : endLoading(session));
    throw error;
  }
}

/** The one that it has, or its first. */
async function calculationOf(session: CompanySession, planId: number, tab: string | undefined): Promise<number> {
  const known = await latestCalculationOfPlan(db(), session.company.id, planId);
  return known?.id ?? (await calculatePlan(session, { planId, tab })).queryId;
}

async function putOnRoad(session: CompanySession, planId: number, tab: string | undefined): Promise<void> {
  const { road, routeIds, driverId, startedSec, done } = await loadSampleRoad(session, planId);
  if (road === null) return;
  if (driverId !== null && routeIds.includes(road.id))
    await changeRoute(session, { routeId: road.id, driverId }, { tab });
  for (const routeId of routeIds) await approveRoute(session, { routeId }, { tab });
  if (!road.isStarted) await startRoute(session, { routeId: road.id, confirmed: true, tab, ageSec: startedSec });
  for (const { visitId, ageSec } of done) await markVisitDone(session, { visitId, confirmed: true, tab, ageSec });
}
