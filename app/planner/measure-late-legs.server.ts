import { db } from "~/db/database.server";
import { listRoutesWithLateLegsAcrossCompanies } from "~/db/repositories/plan-visits.server";
import type { LateLegs } from "~/db/repositories/plan-visits.server";
import { planningChanges } from "~/domain/changes";
import { accept } from "~/domain/decision";
import { MEASURE_KIND } from "~/domain/plan/change-kinds";
import { LegEstimate } from "~/domain/visit/visit";
import { eachApart } from "~/lib/each-apart";
import { AppError } from "~/lib/errors";
import { changePlanFor } from "./change-plan.server";
import { visitsOfRoutes } from "./load-visits.server";
import { measureLegs } from "./measure-legs.server";

/** Nobody waits for it; an engine that takes longer is asked again in the next round. */
const PATIENCE_MS = 20_000;

/**
 * Measures the legs for which an estimate stands because a change by hand could not wait: the rows themselves are the
 * list of what is to be done, so that nothing is forgotten when a server ends.
 * @returns number of plans that got new times
 * @throws AppError `routing.late` when the engine still does not answer
 */
export async function measureLateLegs(): Promise<number> {
  const plans = await listRoutesWithLateLegsAcrossCompanies(db());
  await eachApart(plans, async (plan) => void (await measurePlan(plan)));
  return plans.length;
}

const measurePlan = ({ companyId, planId, routeIds }: LateLegs) =>
  changePlanFor(
    { companyId, userId: null },
    {
      kind: MEASURE_KIND,
      planId,
      subject: { routeIds },
      load: visitsOfRoutes(companyId, routeIds),
      measure: async (legs) => {
        const measured = await measureLegs(companyId, legs, PATIENCE_MS);
        if (measured.some(({ estimate }) => estimate === LegEstimate.Pending))
          throw new AppError("routing.late", "The routing engine does not answer.", { status: 503 });
        return measured;
      },
      decide: ({ visits }) =>
        accept(
          planningChanges({
            recalculate: routeIds
              .filter((id) => visits.some((visit) => visit.routeId === id))
              .map((routeId) => ({ routeId, mode: "position", measureLate: true })),
          }),
        ),
    },
  );
