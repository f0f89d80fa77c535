import type { CompanySession } from "~/auth/session.server";
import type { Db } from "~/db/client.server";
import { recordPlanChange } from "~/db/repositories/plan-changes.server";
import { afterCommit } from "~/db/transaction.server";
import type { Patch, PlanningChanges } from "~/domain/changes";
import { AppError } from "~/lib/errors";
import { savePlanningChanges } from "~/db/planning-changes.server";
import { publishChange } from "~/realtime/publisher.server";
import type { PlanState } from "./change-plan.server";
import type { LoggedChange } from "./stale-edit.server";

export interface SaveInput {
  kind: string;
  state: PlanState;
  changes: PlanningChanges;
  tab: string | undefined;
  isUndoing?: boolean | undefined;
}

/** The fields of a patch as they were. */
function before<T extends { id: number }>(patch: Patch<T>, known: readonly T[]): { id: number } & Record<string, unknown> {
  const old = known.find((one) => one.id === patch.id) as Record<string, unknown> | undefined;
  return { id: patch.id, ...Object.fromEntries(Object.keys(patch.set).map((field) => [field, old?.[field] ?? null])) };
}

/** What the plan's log keeps: fields before and after, so that the change can be named and taken back. */
function logOf({ state, changes }: SaveInput, createdVisitIds: readonly number[]): { before: LoggedChange & object; after: LoggedChange & object } {
  const removed = (ids: readonly number[]) => ids.map((id) => ({ id, removed: true }));
  return {
    before: {
      plan: changes.plan === null ? null : before(changes.plan, [state.plan]),
      routes: [...changes.routes.map((patch) => before(patch, state.routes)), ...changes.removeRouteIds.map((id) => ({ id, removed: false }))],
      visits: [...changes.visits.map((patch) => before(patch, state.visits)), ...changes.removeVisitIds.map((id) => ({ id, removed: false }))],
    },
    after: {
      plan: changes.plan?.set ?? null,
      routes: [...changes.routes.map(({ id, set }) => ({ id, ...set })), ...removed(changes.removeRouteIds)],
      visits: [...changes.visits.map(({ id, set }) => ({ id, ...set })), ...removed(changes.removeVisitIds), ...createdVisitIds.map((id) => ({ id, created: true }))],
    },
  };
}

/**
 * Saves what a decision changes, raises the plan's version, logs it, and tells the company's other tabs after the commit.
 * @throws AppError 409 'plan.raced' when the plan changed since it was loaded: load again and decide again
 */
export async function savePlanChanges(trx: Db, session: CompanySession, input: SaveInput): Promise<{ version: number; createdVisitIds: number[] }> {
  const { state, changes } = input;
  const companyId = session.company.id;
  const { now } = state;
  const { version, createdVisitIds } = await savePlanningChanges(trx, companyId, state.plan.id, state.plan.version, changes, now).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "plan.changed") throw new AppError("plan.raced", error.message, { status: 409, cause: error, details: error.details });
    throw error;
  });
  const log = logOf(input, createdVisitIds);
  await recordPlanChange(trx, companyId, { planId: state.plan.id, userId: session.user.id, kind: input.kind, planVersion: version, isUndoing: input.isUndoing, ...log }, now);
  afterCommit(trx, () => publishChange(companyId, { model: "RoutingPlan", action: "update", ids: [state.plan.id], planId: state.plan.id }, input.tab));
  return { version, createdVisitIds };
}
