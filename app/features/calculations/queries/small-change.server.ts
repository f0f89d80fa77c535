import type { CompanySession } from "~/auth/session.server";
import { parseJson } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { listPlanChangeHeads, listPlanChanges } from "~/db/repositories/plan-changes.server";
import { differenceOfCalculation } from "~/db/repositories/calculations.server";
import { smallChangeOffer } from "~/domain/calculation/small-change";
import type { SmallChangeOffer } from "~/domain/calculation/small-change";
import { totalsOf } from "~/domain/calculation/plan-difference";
import { planScope } from "~/domain/calculation/scope";
import { changesPlanBase, isReport, isUndoOrRedo } from "~/domain/plan/change-kinds";
import { DIALOG_PARAM } from "~/lib/dialog-param";
import { decidedVisits, isLogged } from "~/domain/plan/plan-log";
import { isToServe, isScheduled } from "~/domain/visit/visit-order";
import { loadPlanState } from "~/planner/plan-state.server";

/** The dialog that offers a calculation with few moves, or a whole one. */
export const CALCULATE_DIALOG = "calculate";

/** How few stops a calculation would have to move; null when it had better plan anew. @throws AppError 404 */
export async function loadSmallChangeOffer(session: CompanySession, planId: number): Promise<SmallChangeOffer | null> {
  const companyId = session.company.id;
  const heads = await listPlanChangeHeads(db(), companyId, planId);
  const applied = heads.find((change) => change.query_id !== null && change.undone_at === null);
  if (applied?.query_id == null) return null;
  const since = (await listPlanChanges(db(), companyId, planId, { changeId: applied.id })).filter(
    (change) => change.undone_at === null && !isReport(change.kind) && !isUndoOrRedo(change.kind),
  );
  const decided = new Set(since.flatMap(({ after }) => (isLogged(after) ? decidedVisits(after) : [])));
  const { routes, visits } = await loadPlanState(db(), companyId, planId);
  const plannable = planScope(routes, visits).visits.filter(isToServe);
  const difference = totalsOf(
    parseJson<unknown>((await differenceOfCalculation(db(), companyId, applied.query_id)) ?? null, null),
  );
  return smallChangeOffer(
    {
      changed: plannable.filter((visit) => decided.has(visit.id)).length,
      planned: plannable.filter(isScheduled).length,
      beyondStops: since.some((change) => changesPlanBase(change.kind)),
    },
    difference === null ? null : { moved: difference.moved, of: difference.after.served },
  );
}

/** The same when the address opens the dialog. */
export const requestedSmallChangeOffer = async (
  session: CompanySession,
  planId: number,
  request: Request,
): Promise<SmallChangeOffer | null> =>
  new URL(request.url).searchParams.get(DIALOG_PARAM) === CALCULATE_DIALOG
    ? loadSmallChangeOffer(session, planId)
    : null;
