import { refusalError } from "~/domain/decision";
import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { routeFromRow, visitFromRow } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { getRoute } from "~/db/repositories/routes.server";
import { listVisitsOfRoute } from "~/db/repositories/plan-visits.server";
import { withTransaction } from "~/db/transaction.server";
import { routeScope } from "~/domain/calculation/scope";
import { canCalculate } from "~/domain/route/route-permissions";
import { notFound } from "~/lib/errors";
import { nowText } from "~/services/now.server";
import { enqueueCalculation } from "./enqueue-calculation.server";

/**
 * Recalculates one route fully: the best order of its own stops, from where the vehicle is. Other routes, and the
 * visits that no route serves, are not asked about.
 * @returns id of the calculation
 * @throws AppError 403, 404; 409 for a locked or completed route, or one without stops to drive; 409 when a calculation
 * runs; 422 with every fault of the input
 */
export async function calculateRoute(
  session: CompanySession,
  { routeId, tab }: { routeId: number; tab?: string | undefined },
): Promise<{ queryId: number }> {
  const companyId = session.company.id;
  authorize(session, "calculation.run", { companyId });
  return withTransaction(db(), async (trx) => {
    const route = routeFromRow(await getRoute(trx, companyId, routeId));
    const allowed = canCalculate(route, (await listVisitsOfRoute(trx, companyId, routeId)).map(visitFromRow));
    if (!allowed.ok) throw refusalError(allowed.error);
    const scope = ({ routes, visits }: Parameters<Parameters<typeof enqueueCalculation>[2]["scope"]>[0]) => {
      const asked = routes.find((one) => one.id === routeId);
      if (asked === undefined) throw notFound("Route");
      return routeScope(asked, visits);
    };
    return {
      queryId: await enqueueCalculation(
        trx,
        session,
        { planId: route.planId, scope, routeIds: [routeId] },
        nowText(),
        tab,
      ),
    };
  });
}
