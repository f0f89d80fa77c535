import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { insertQueuedCalculation, getCalculation } from "~/db/repositories/calculations.server";
import { afterCommit, withTransaction } from "~/db/transaction.server";
import { CalculationType } from "~/domain/calculation/calculation-type";
import { AppError } from "~/lib/errors";
import { publishChange } from "~/realtime/publisher.server";
import { jobs } from "~/services/jobs.server";
import { nowText } from "~/services/now.server";

/**
 * Calculates a stored input once more, to look at the result: without a version of the plan, so nothing is changed.
 * @returns id of the new calculation
 * @throws AppError 403, 404; 422 when the input wasn't stored
 */
export async function repeatCalculation(
  session: CompanySession,
  { queryId, tab }: { queryId: number; tab?: string | undefined },
): Promise<{ queryId: number }> {
  const companyId = session.company.id;
  authorize(session, "debug.calculate", { companyId });
  const now = nowText();
  return withTransaction(db(), async (trx) => {
    const asked = await getCalculation(trx, companyId, queryId);
    if (!asked.input)
      throw new AppError("calculation.no_input", "This calculation has no stored input that could be used again.", {
        status: 422,
      });
    const repeated = await insertQueuedCalculation(
      trx,
      companyId,
      {
        title: now,
        input: asked.input,
        plan_id: asked.plan_id,
        sheet_id: asked.sheet_id,
        plan_version: null,
        aim: asked.aim,
        user_id: session.user.id,
        api_key_id: session.key?.id ?? null,
        country_id: asked.country_id,
        type: CalculationType.Web,
      },
      now,
    );
    afterCommit(trx, () => {
      publishChange(companyId, { model: "RoutingQuery", action: "create", ids: [repeated] }, tab);
      jobs().wake();
    });
    return { queryId: repeated };
  });
}
