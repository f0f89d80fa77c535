/** Visits of one plan, each with values and a place of its own, as one change of the plan. */
import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { mergeChanges, planningChanges } from "~/domain/changes";
import type { PlanningChanges } from "~/domain/changes";
import { applyChangesInPieces } from "~/domain/apply-changes";
import { accept } from "~/domain/decision";
import type { Decision } from "~/domain/decision";
import type { PlanSlice } from "~/domain/plan/plan-slice";
import { moveVisitsTo } from "~/domain/visit/move-visits";
import { findVisit, LEFT_PLAN, visitOf } from "~/domain/visit/visit-on-route";
import type { Pieces } from "~/lib/pieces";
import { changePlan } from "~/planner/change-plan.server";
import type { ChangedPlan } from "~/planner/change-plan.server";
import { visitsWithTheirRoutes } from "~/planner/load-visits.server";
import { atVisit, formChanges } from "../visit-field-changes";
import type { Filled, VisitEditInput } from "../visit-schemas";
import { withCompanyDefaults } from "./visit-defaults.server";

type VisitEdit = Filled<VisitEditInput>;

/**
 * One visit after the other, each by the rules of one alone; all of them, or none.
 * @throws AppError 403, 404, and what a rule refuses, naming the visit
 */
export async function editVisits(
  session: CompanySession,
  input: { planId: number; visits: readonly VisitEditInput[] },
  tab: string | undefined,
): Promise<ChangedPlan> {
  const companyId = session.company.id;
  const edits: VisitEdit[] = [];
  for (const edit of input.visits) edits.push(await withCompanyDefaults(session, edit));
  const visitIds = [...new Set(edits.map(({ visitId }) => visitId))];
  const routeIds = edits.flatMap(({ toRouteId }) => toRouteId ?? []);
  const moves = edits.some(({ toRouteId, position }) => toRouteId !== undefined || position !== undefined);
  if (moves) authorize(session, "visit.move", { companyId });
  return changePlan(
    session,
    {
      kind: edits.every(isMoveAlone) ? "visits.move" : "visits.update",
      action: "visit.update",
      planId: input.planId,
      subject: { visitIds },
      load: async (trx) => ({ visits: await visitsWithTheirRoutes(trx, companyId, visitIds, routeIds) }),
      decide: (state) => eachEdit(state, edits),
    },
    { tab },
  );
}

function isMoveAlone({ visitId: _id, toRouteId: _route, position: _position, ...fields }: VisitEdit): boolean {
  return Object.values(fields).every((value) => value === undefined);
}

function* eachEdit(slice: PlanSlice, edits: readonly VisitEdit[]): Pieces<Decision<PlanningChanges>> {
  let now = slice;
  let all = planningChanges();
  for (const [index, edit] of edits.entries()) {
    if (findVisit(now, edit.visitId) === undefined) return { ok: false, error: atVisit(LEFT_PLAN.error, index) };
    for (const decide of [changeFields, changePlace]) {
      const decision = decide(now, edit);
      if (!decision.ok) return { ok: false, error: atVisit(decision.error, index) };
      now = yield* applyChangesInPieces(now, decision.changes);
      all = mergeChanges([all, decision.changes]);
      yield;
    }
  }
  return accept(all);
}

const changeFields = (state: PlanSlice, edit: VisitEdit): Decision<PlanningChanges> =>
  formChanges(visitOf(state, edit.visitId), edit);

/** A place that the visit has already is no move, so that what may not be moved can be sent back as it was told. */
function changePlace(state: PlanSlice, edit: VisitEdit): Decision<PlanningChanges> {
  const { visit } = visitOf(state, edit.visitId);
  const { toRouteId = visit.routeId, position } = edit;
  if (toRouteId === visit.routeId && (position === undefined || position === visit.position))
    return accept(planningChanges());
  return moveVisitsTo(state, [visit.id], { toRouteId, position });
}
