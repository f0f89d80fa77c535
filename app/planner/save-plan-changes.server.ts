import type { Db } from "~/db/client.server";
import { savePlanningChanges } from "~/db/planning-changes.server";
import { recordPlanChange } from "~/db/repositories/plan-changes.server";
import { afterCommit } from "~/db/transaction.server";
import { withoutSame } from "~/domain/changes";
import type { PlanningChanges } from "~/domain/changes";
import { AppError } from "~/lib/errors";
import { inTurns } from "~/lib/turns.server";
import type { ChangeEvent } from "~/realtime/events";
import { publishChange } from "~/realtime/publisher.server";
import { aboutOf, fieldsOf, logOf } from "~/domain/plan/plan-log";
import type { About, ChangedVehicle } from "~/domain/plan/plan-log";
import type { PlanSlice } from "~/domain/plan/plan-slice";

/** Who is answerable for a change; nobody for what the system does by itself. */
export interface Author {
  companyId: number;
  userId: number | null;
}

export interface SaveInput {
  /** stable name for the plan's log: domain/plan/change-kinds */
  kind: string;
  slice: PlanSlice;
  changes: PlanningChanges;
  /** what the user did it to, for the list of changes */
  subject?: { visitIds?: readonly number[] | undefined; routeIds?: readonly number[] | undefined };
  /** instead of what follows from the subject */
  about?: About | undefined;
  /** changed along with the plan; they are logged also where nothing in the plan follows from it */
  vehicles?: readonly ChangedVehicle[] | undefined;
  tab?: string | undefined;
  /** takes an earlier change back: noted in the log, but nothing that undo takes back again */
  isUndoing?: boolean | undefined;
  /** the calculation that is applied */
  queryId?: number | undefined;
  /** the change that is taken back with this one */
  followsId?: number | undefined;
  /** what others are told after the commit; left out: that the plan changed */
  events?: readonly ChangeEvent[] | undefined;
}

export interface SavedChange {
  /** of the plan, after */
  version: number;
  createdVisitIds: number[];
  /** in the plan's log; null: nothing was changed */
  changeId: number | null;
}

/**
 * The one way in which a plan changes: saves what a decision changes, raises the plan's version, logs who did what, and
 * tells the company's other tabs after the commit.
 * @throws AppError 409 'plan.raced' when the plan changed since it was loaded: load again and decide again
 */
export async function savePlanChanges(trx: Db, { companyId, userId }: Author, input: SaveInput): Promise<SavedChange> {
  const { slice } = input;
  const { plan, now } = slice;
  // What has to be recalculated is in the changes already.
  const changes = { ...(await inTurns(withoutSame(input.changes, slice))), recalculate: [] };
  const { version, createdVisitIds } = await savePlanningChanges(
    trx,
    companyId,
    plan.id,
    plan.version,
    changes,
    now,
  ).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "plan.changed")
      throw new AppError("plan.raced", error.message, { status: 409, cause: error, details: error.details });
    throw error;
  });
  let changeId: number | null = null;
  if (version !== plan.version || (input.vehicles ?? []).length > 0) {
    const log = await inTurns(
      logOf(slice, changes, createdVisitIds, { chosen: input.subject?.visitIds, vehicles: input.vehicles }),
    );
    const about = input.about ?? {
      ...(await inTurns(aboutOf(slice, changes, input.subject))),
      ...(input.queryId === undefined ? { fields: fieldsOf(log.before, log.after) } : {}),
    };
    const change = {
      planId: plan.id,
      userId,
      kind: input.kind,
      planVersion: version,
      isUndoing: input.isUndoing,
      queryId: input.queryId,
      followsId: input.followsId,
      about,
      ...log,
    };
    changeId = await recordPlanChange(trx, companyId, change, now);
  }
  const events = input.events ?? [{ model: "RoutingPlan", action: "update", ids: [plan.id], planId: plan.id } as const];
  afterCommit(trx, () => {
    for (const event of events) publishChange(companyId, event, input.tab);
  });
  return { version, createdVisitIds, changeId };
}
