/** What is done to rows of the company's list of visits: in whichever plans they are, or in none. */
import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { getVisits } from "~/db/repositories/visits.server";
import type { Action } from "~/domain/access/permissions";
import type { PlanningChanges } from "~/domain/changes";
import type { Decision } from "~/domain/decision";
import { eachAllowed } from "~/domain/left-out";
import type { BulkOutcome, LeftOut } from "~/domain/left-out";
import type { Visit } from "~/domain/visit/visit";
import { shownName } from "~/domain/visit/visit-display";
import { LEFT_PLAN } from "~/domain/visit/visit-on-route";
import { AppError } from "~/lib/errors";
import { changePlan } from "~/planner/change-plan.server";
import type { PlanCommand } from "~/planner/change-plan.server";
import type { Loaded } from "~/planner/plan-change";
import type { PlanSlice } from "~/domain/plan/plan-slice";
import { grouped } from "~/lib/grouped";
import { changeKind, changeOf, removalOf, selectionCommand } from "./selection-commands.server";
import type { SharedFields } from "./selection-commands.server";
import { changeWaitingVisits, removeWaitingVisits } from "./waiting-visits.server";

interface Chosen {
  ids: readonly number[];
  /** of plans, as the user saw them; a plan that is missing is taken as it is */
  versions: ReadonlyMap<number, number>;
  tab?: string | undefined;
}

interface AllowedChange {
  kind: string;
  action: Action;
  decide: (visit: Visit, state: PlanSlice) => Decision<PlanningChanges>;
}

interface ListedChange extends AllowedChange {
  /** those that are in no plan */
  waiting: (ids: readonly number[]) => Promise<BulkOutcome>;
}

/**
 * The same values for all of them; a field that is not given stays as each visit has it.
 * @throws AppError 403, 404 when one is not the company's
 */
export const changeListedVisits = (
  session: CompanySession,
  { fields, ...chosen }: Chosen & { fields: SharedFields },
): Promise<BulkOutcome> =>
  inEachPlan(session, chosen, {
    kind: changeKind(fields),
    action: "visit.update",
    decide: (visit, state) => changeOf(visit, state, fields),
    waiting: (ids) => changeWaitingVisits(session, { visitIds: ids, fields }, chosen),
  });

/**
 * Deletes visits, or ('detach') takes them out of their plans, where the others are already.
 * @throws AppError 403, 404 when one is not the company's
 */
export const removeListedVisits = (
  session: CompanySession,
  { choice, ...chosen }: Chosen & { choice: "delete" | "detach" },
): Promise<BulkOutcome> =>
  inEachPlan(session, chosen, {
    kind: "visits.remove",
    action: "visit.remove",
    decide: (visit, state) => removalOf(visit, state, choice),
    waiting: async (ids) =>
      choice === "detach" ? { done: 0, leftOut: [] } : removeWaitingVisits(session, ids, chosen),
  });

/**
 * One change of each plan, in which the visits that refuse are left out; a plan that refuses leaves out all of its
 * visits.
 */
async function inEachPlan(
  session: CompanySession,
  { ids, versions, tab }: Chosen,
  what: ListedChange,
): Promise<BulkOutcome> {
  const companyId = session.company.id;
  authorize(session, what.action, { companyId });
  const groups = grouped(await getVisits(db(), companyId, ids), (row) => row.plan_id);
  let done = 0;
  const leftOut: LeftOut[] = [];
  for (const [planId, rows] of groups) {
    const visitIds = rows.map((row) => row.id);
    // What other plans saved before stays saved, so a refusal is told with all that was done.
    const outcome = await (
      planId === null ? what.waiting(visitIds) : inPlan(session, visitIds, what, { version: versions.get(planId), tab })
    ).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      return { done: 0, leftOut: rows.map((row) => ({ name: row.name, why: error.message })) };
    });
    done += outcome.done;
    leftOut.push(...outcome.leftOut);
  }
  return { done, leftOut };
}

/** The command behind the change of visits of one plan; who left the plan meanwhile is left out like who refuses. */
export const listedCommand = (
  session: CompanySession,
  visitIds: readonly number[],
  { kind, action, decide }: AllowedChange,
): Promise<PlanCommand<Loaded, { outcome: BulkOutcome }>> =>
  selectionCommand<{ outcome: BulkOutcome }>(session, {
    kind,
    action,
    visitIds,
    withGone: true,
    decide: (state, chosen) => {
      const { changes, allowed, leftOut } = eachAllowed(chosen, shownName, (visit) =>
        visit.planId === state.plan.id ? decide(visit, state) : LEFT_PLAN,
      );
      return {
        ok: true,
        changes,
        visitIds: allowed.map((visit) => visit.id),
        outcome: { done: allowed.length, leftOut },
      };
    },
  });

const inPlan = async (
  session: CompanySession,
  visitIds: readonly number[],
  what: AllowedChange,
  options: { version: number | undefined; tab: string | undefined },
): Promise<BulkOutcome> =>
  (await changePlan(session, await listedCommand(session, visitIds, what), options)).accepted.outcome;
