import type { CompanySession } from "~/auth/session.server";
import { visitFromRow } from "~/db/codecs.server";
import type { Db } from "~/db/client.server";
import { lastUndoable, listPlanChanges, markUndone } from "~/db/repositories/plan-changes.server";
import type { PlanChange } from "~/db/repositories/plan-changes.server";
import { findVisit, listVisitsOfPlan } from "~/db/repositories/visits.server";
import { accept, refuse } from "~/domain/decision";
import type { Visit } from "~/domain/visit/visit";
import { AppError } from "~/lib/errors";
import { undoChange } from "../undo-change";
import type { LoggedSide, Undoing } from "../undo-change";
import { changePlan } from "./change-plan.server";
import type { ChangedPlan, EditOptions, PlanState } from "./change-plan.server";
import { CHANGE_WORDS, isLogged, nameOf } from "./stale-edit.server";

/** These also change vehicles, and an import what it found in the plan; taking back half of it would be worse. */
const NOT_UNDOABLE: Readonly<Record<string, string>> = {
  "plan.import": "An import can't be undone. Remove its visits instead.",
  "suggestion.vehicle": "The change of a vehicle can't be undone here. Set the old value in the vehicle itself.",
};

/**
 * Takes back the user's newest change of the plan that is not undone yet, with the times of its routes. Others' changes
 * stay: where somebody has changed the same thing since, nothing happens.
 * @returns with the words for what was undone: 'moved the visit'
 * @throws AppError 409 'undo.nothing', 409 'undo.changed' with a sentence that names what changed since
 */
export async function undoPlanChange(session: CompanySession, { planId, tab }: { planId: number; version?: number | undefined } & Pick<EditOptions, "tab">): Promise<ChangedPlan & { undone: string }> {
  const companyId = session.company.id;
  let change: PlanChange | undefined;
  let log: PlanChange[] = [];
  let names = new Map<number | null, string>();
  const done = await changePlan(session, {
    kind: "plan.undo",
    action: "plan.update",
    planId,
    subject: {},
    visits: async (trx, { plan }) => {
      change = await lastUndoable(trx, companyId, plan.id, session.user.id);
      const since = change?.id ?? 0;
      log = (await listPlanChanges(trx, companyId, plan.id)).filter((one) => one.id > since);
      names = new Map();
      for (const one of log) if (!names.has(one.user_id)) names.set(one.user_id, await nameOf(trx, one.user_id));
      return change === undefined ? [] : visitsOf(trx, companyId, plan.id, change);
    },
    decide: (state) => {
      if (change === undefined || !isLogged(change.before) || !isLogged(change.after)) return refuse("undo.nothing", "There is nothing of yours to undo.", 409);
      const why = NOT_UNDOABLE[change.kind];
      if (why !== undefined) return refuse("undo.not_possible", why, 409);
      const { changes, conflicts } = undoChange(change.before, change.after, state);
      if (conflicts.plan || conflicts.routeIds.length > 0 || conflicts.visitIds.length > 0) return refuse("undo.changed", `Not undone: ${whatChanged(conflicts, log, names, state)}`, 409);
      return accept(changes);
    },
    isUndoing: true,
    saved: async (trx, now) => {
      if (change !== undefined) await markUndone(trx, companyId, change.id, now);
    },
  }, { tab });
  if (change === undefined) throw new AppError("undo.nothing", "There is nothing of yours to undo.", { status: 409 });
  return { ...done, undone: CHANGE_WORDS[change.kind] ?? "changed the plan" };
}

/** The plan's visits, and those that the change took out of it. */
async function visitsOf(trx: Db, companyId: number, planId: number, change: PlanChange): Promise<Visit[]> {
  const visits = (await listVisitsOfPlan(trx, companyId, planId)).map(visitFromRow);
  const known = new Set(visits.map((visit) => visit.id));
  const logged = (change.after as LoggedSide | null)?.visits ?? [];
  for (const { id, removed } of logged) {
    if (known.has(id) || removed === true) continue;
    const row = await findVisit(trx, companyId, id);
    if (row) visits.push(visitFromRow(row));
  }
  return visits;
}

/** 'Rita Beck moved visits since.', or which visit or route is not as the change left it. */
function whatChanged(conflicts: Undoing["conflicts"], log: readonly PlanChange[], names: ReadonlyMap<number | null, string>, state: PlanState): string {
  const touches = (one: PlanChange) => isLogged(one.after) && (one.after.visits.some((visit) => conflicts.visitIds.includes(visit.id)) || one.after.routes.some((route) => conflicts.routeIds.includes(route.id)) || (conflicts.plan && one.after.plan !== null));
  const later = log.find(touches);
  if (later) return `${names.get(later.user_id) ?? "Somebody else"} ${CHANGE_WORDS[later.kind] ?? "changed the plan"} since.`;
  const visit = state.visits.find((one) => conflicts.visitIds.includes(one.id));
  if (visit) return `${visit.name} was changed since, by a calculation or a report from the road.`;
  return "the plan was changed since, by a calculation or a report from the road.";
}
