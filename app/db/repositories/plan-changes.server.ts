import { notFound } from "~/lib/errors";
import type { Db } from "../client.server";
import { parseJson, toJson } from "../codecs.server";
import type { PlanChangeRow, UtcText } from "../tables";
import { insertScoped, scoped } from "./scoped.server";

/** The log of a plan's changes. The newest 20 can be undone; older ones are forgotten. */
export const KEPT_CHANGES = 20;
/** Undone changes and the undoings themselves are kept too, for telling others what happened, but not for ever. */
const KEPT_IN_ALL = 3 * KEPT_CHANGES;

export interface NewPlanChange {
  planId: number;
  userId: number | null;
  /** e.g. 'visit.move' */
  kind: string;
  /** of the plan after the change */
  planVersion: number;
  before: unknown;
  after: unknown;
  /** undoing is noted, but nothing to undo itself */
  isUndoing?: boolean | undefined;
}

export type PlanChange = Omit<PlanChangeRow, "before" | "after"> & { before: unknown; after: unknown };

/** @returns the id of the change. @throws AppError 404 */
export async function recordPlanChange(trx: Db, companyId: number, change: NewPlanChange, now: UtcText): Promise<number> {
  const row = { plan_id: change.planId, user_id: change.userId, kind: change.kind, plan_version: change.planVersion, before: toJson(change.before), after: toJson(change.after), undone_at: change.isUndoing ? now : null };
  const id = await insertScoped(trx, "plan_changes", companyId, row, now);
  const ofPlan = () => scoped(trx, "plan_changes", companyId).where({ plan_id: change.planId });
  const undoable = (await ofPlan().whereNull("undone_at").orderBy("id", "desc").offset(KEPT_CHANGES).limit(1).pluck("id")) as number[];
  const any = (await ofPlan().orderBy("id", "desc").offset(KEPT_IN_ALL).limit(1).pluck("id")) as number[];
  const oldest = Math.max(undoable[0] ?? 0, any[0] ?? 0);
  if (oldest > 0) await ofPlan().where("id", "<=", oldest).delete();
  return id;
}

/** Newest first. */
export async function listPlanChanges(db: Db, companyId: number, planId: number): Promise<PlanChange[]> {
  const rows = (await scoped(db, "plan_changes", companyId).where({ plan_id: planId }).orderBy("id", "desc")) as PlanChangeRow[];
  return rows.map((row) => ({ ...row, before: parseJson<unknown>(row.before, null), after: parseJson<unknown>(row.after, null) }));
}

/** The change that undo would take back: the newest that was not undone, of one user when named. */
export async function lastUndoable(db: Db, companyId: number, planId: number, userId?: number): Promise<PlanChange | undefined> {
  return (await listPlanChanges(db, companyId, planId)).find((change) => change.undone_at === null && (userId === undefined || change.user_id === userId));
}

/** @throws AppError 404 when it is not there, or undone already */
export async function markUndone(trx: Db, companyId: number, changeId: number, now: UtcText): Promise<void> {
  const changed = await scoped(trx, "plan_changes", companyId).where({ id: changeId }).whereNull("undone_at").update({ undone_at: now });
  if (changed === 0) throw notFound("Change");
}
