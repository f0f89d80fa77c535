import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { isAway } from "~/db/errors.server";
import { latestCalculationOfPlan } from "~/db/repositories/calculations.server";
import { isUnderway } from "~/domain/calculation/calculation-status";
import { isBeingStopped } from "~/lib/requests-under-way.server";
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
 * died or was stopped on the way is finished.
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
    const status = await waitForCalculation(session, queryId, LONGEST_MS);
    const isReady = status === "done";
    if (isReady) await putOnRoad(session, planId, tab);
    // The calculation goes on after the next start, and the next load with what comes after it.
    const goesOnLater = status !== null && isUnderway(status) && isBeingStopped();
    if (!goesOnLater) await endLoading(session);
    return { planId, isReady };
  } catch (error) {
    if (isNew) await removeSampleDay(session, { tab });
    // In one that was left somebody may have worked meanwhile. What the database couldn't do is done by the next load.
    else if (!isAway(error)) await endLoading(session);
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
