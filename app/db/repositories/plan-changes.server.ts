import { FOLLOWING_KINDS, REPORT_KINDS } from "~/domain/plan/change-kinds";
import { notFound } from "~/lib/errors";
import { jsonText } from "~/lib/json-pieces";
import { inTurns } from "~/lib/turns.server";
import type { Db } from "../client.server";
import { parseJson, parseJsonInTurns, toJson } from "../codecs.server";
import type { PlanChangeRow, UtcText } from "../tables";
import { insertScoped, scoped, scopedAlso } from "./scoped.server";

/** The log of a plan's changes. The newest 20 can be undone; older ones are forgotten. */
export const KEPT_CHANGES = 20;
/** Undone changes and the undoings themselves are kept too, for telling others what happened, but not for ever. */
const KEPT_IN_ALL = 3 * KEPT_CHANGES;
/** A day on the road has hundreds of reports; they must not push the planning out of the log. */
const KEPT_REPORTS = 100;

/** Who makes a change: a user, a program with a key, or nobody for what the system does by itself. */
export interface ChangeMaker {
  userId: number | null;
  apiKeyId?: number | null;
}

export interface NewPlanChange extends ChangeMaker {
  planId: number;
  /** e.g. 'visit.move' */
  kind: string;
  /** of the plan after the change */
  planVersion: number;
  before: unknown;
  after: unknown;
  /** names for the list of changes */
  about?: unknown;
  /** the calculation that was applied */
  queryId?: number | undefined;
  /** the change that is taken back with this one */
  followsId?: number | undefined;
  /** undo and redo are noted, and are nothing to undo themselves */
  isUndoing?: boolean | undefined;
}

export type PlanChangeEntry = Omit<PlanChangeRow, "before" | "after"> & { before: unknown; after: unknown };
/** A change with what it wrote, and not what stood there before. */
export type PlanChangeAfter = Omit<PlanChangeEntry, "before">;
/** A change without its big columns. */
export type PlanChangeHead = Omit<PlanChangeRow, "before" | "after" | "about"> & { about: unknown };

const NOT_PLANNING = [...REPORT_KINDS, ...FOLLOWING_KINDS];

/** A calculation of a whole day writes megabytes. */
const asText = async (side: unknown): Promise<string | null> =>
  typeof side === "object" && side !== null ? inTurns(jsonText(side as Record<string, unknown>)) : toJson(side);

/** Characters from which on the sides are stored one after the other. */
const LONG_SIDES = 1_000_000;

/** @returns the id of the change. @throws AppError 404, 413 'db.too_large' */
export async function recordPlanChange(
  trx: Db,
  companyId: number,
  change: NewPlanChange,
  now: UtcText,
): Promise<number> {
  const [before, after] = [await asText(change.before), await asText(change.after)];
  // A statement may be so long and no longer.
  const isApart = (before?.length ?? 0) + (after?.length ?? 0) > LONG_SIDES;
  const row = {
    plan_id: change.planId,
    user_id: change.userId,
    api_key_id: change.apiKeyId ?? null,
    kind: change.kind,
    plan_version: change.planVersion,
    before,
    after: isApart ? null : after,
    about: change.about === undefined ? null : toJson(change.about),
    query_id: change.queryId ?? null,
    follows_id: change.followsId ?? null,
    undone_at: change.isUndoing ? now : null,
  };
  const id = await insertScoped(trx, "plan_changes", companyId, row, now);
  if (isApart) await scoped(trx, "plan_changes", companyId).where({ id }).update({ after });
  await forgetOld(trx, companyId, change.planId);
  return id;
}

async function forgetOld(trx: Db, companyId: number, planId: number): Promise<void> {
  const planning = () =>
    scopedAlso(trx, "plan_changes", companyId).where({ plan_id: planId }).whereNotIn("kind", NOT_PLANNING);
  const reports = () =>
    scopedAlso(trx, "plan_changes", companyId).where({ plan_id: planId }).whereIn("kind", NOT_PLANNING);
  const beyond = async (kept: ReturnType<typeof planning>, amount: number) =>
    ((await kept.orderBy("id", "desc").offset(amount).limit(1).pluck("id")) as number[])[0] ?? 0;
  const oldest = Math.max(
    await beyond(planning().whereNull("undone_at"), KEPT_CHANGES),
    await beyond(planning(), KEPT_IN_ALL),
  );
  if (oldest > 0) await planning().where("id", "<=", oldest).delete();
  const oldestReport = await beyond(reports(), KEPT_REPORTS);
  if (oldestReport > 0) await reports().where("id", "<=", oldestReport).delete();
}

const parsed = async (row: PlanChangeRow): Promise<PlanChangeEntry> => ({
  ...row,
  before: await parseJsonInTurns<unknown>(row.before, null),
  after: await parseJsonInTurns<unknown>(row.after, null),
});

const HEAD = [
  "id",
  "company_id",
  "plan_id",
  "user_id",
  "api_key_id",
  "kind",
  "plan_version",
  "about",
  "query_id",
  "undone_at",
  "undone_by",
  "follows_id",
  "created_at",
];

/** Newest first; only those after a version of the plan, or after another change, when one is given. */
export async function listPlanChanges(
  db: Db,
  companyId: number,
  planId: number,
  since: { version?: number; changeId?: number } = {},
): Promise<PlanChangeAfter[]> {
  const query = scopedAlso(db, "plan_changes", companyId).where({ plan_id: planId });
  if (since.version !== undefined) query.where("plan_version", ">", since.version);
  if (since.changeId !== undefined) query.where("id", ">", since.changeId);
  const rows = (await query.orderBy("id", "desc").select([...HEAD, "after"])) as PlanChangeRow[];
  const changes: PlanChangeAfter[] = [];
  for (const row of rows) changes.push({ ...row, after: await parseJsonInTurns<unknown>(row.after, null) });
  return changes;
}

/** Newest first, without what each change wrote: that of a calculation is long. */
export async function listPlanChangeHeads(db: Db, companyId: number, planId: number): Promise<PlanChangeHead[]> {
  const rows = (await scopedAlso(db, "plan_changes", companyId)
    .where({ plan_id: planId })
    .orderBy("id", "desc")
    .select(HEAD)) as PlanChangeRow[];
  return rows.map((row) => ({ ...row, about: parseJson<unknown>(row.about, null) }));
}

export async function findPlanChange(
  db: Db,
  companyId: number,
  planId: number,
  changeId: number,
): Promise<PlanChangeEntry | undefined> {
  const row = (await scopedAlso(db, "plan_changes", companyId).where({ plan_id: planId, id: changeId }).first()) as
    PlanChangeRow | undefined;
  return row && parsed(row);
}

/** What stood before each of the changes, by their ids. The rows are long: all come with one query. */
export async function sidesBefore(
  db: Db,
  companyId: number,
  planId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, unknown>> {
  const found = new Map<number, unknown>();
  if (ids.length === 0) return found;
  const query = scopedAlso(db, "plan_changes", companyId).where({ plan_id: planId }).whereIn("id", ids);
  const rows = (await query.select("id", "before")) as Pick<PlanChangeRow, "id" | "before">[];
  for (const { id, before } of rows) found.set(id, await parseJsonInTurns<unknown>(before, null));
  return found;
}

/** The columns that name who made a change. */
const madeBy = ({ userId, apiKeyId = null }: ChangeMaker) => ({ user_id: userId, api_key_id: apiKeyId });

function undoable(db: Db, companyId: number, planId: number, by: ChangeMaker | undefined) {
  const query = scopedAlso(db, "plan_changes", companyId)
    .where({ plan_id: planId })
    .whereNull("undone_at")
    .whereNotIn("kind", [...FOLLOWING_KINDS]);
  if (by !== undefined) query.where(madeBy(by));
  return query.orderBy("id", "desc");
}

/**
 * The change that undo would take back: the newest that was not undone, of one maker when named. Times that followed a
 * change elsewhere are none.
 */
export async function lastUndoable(
  db: Db,
  companyId: number,
  planId: number,
  by?: ChangeMaker,
): Promise<PlanChangeEntry | undefined> {
  const row = (await undoable(db, companyId, planId, by).first()) as PlanChangeRow | undefined;
  return row && parsed(row);
}

/** The same without what it wrote. */
export async function lastUndoableHead(
  db: Db,
  companyId: number,
  planId: number,
  by: ChangeMaker,
): Promise<PlanChangeHead | undefined> {
  const row = (await undoable(db, companyId, planId, by).first(HEAD)) as PlanChangeRow | undefined;
  return row && { ...row, about: parseJson<unknown>(row.about, null) };
}

/**
 * The undo that redo would take back: the maker's newest that still stands, with nothing of their own after it but undo
 * and redo.
 */
export async function lastRedoableHead(
  db: Db,
  companyId: number,
  planId: number,
  by: ChangeMaker,
): Promise<PlanChangeHead | undefined> {
  const own = (await scopedAlso(db, "plan_changes", companyId)
    .where({ plan_id: planId, ...madeBy(by) })
    .whereNotIn("kind", [...FOLLOWING_KINDS])
    .orderBy("id", "desc")
    .select(HEAD)) as PlanChangeRow[];
  const undone = new Set(
    (await scopedAlso(db, "plan_changes", companyId)
      .where({ plan_id: planId })
      .whereNotNull("undone_by")
      .pluck("undone_by")) as number[],
  );
  for (const row of own) {
    if (row.undone_at === null) return undefined;
    if (undone.has(row.id)) return { ...row, about: parseJson<unknown>(row.about, null) };
  }
  return undefined;
}

/** The same with what it wrote. */
export async function lastRedoable(
  db: Db,
  companyId: number,
  planId: number,
  by: ChangeMaker,
): Promise<PlanChangeEntry | undefined> {
  const head = await lastRedoableHead(db, companyId, planId, by);
  return head && findPlanChange(db, companyId, planId, head.id);
}

/** @param undoneBy the undo. @throws AppError 404 when it is not there, or undone already */
export async function markUndone(
  trx: Db,
  companyId: number,
  changeId: number,
  undoneBy: number,
  now: UtcText,
): Promise<void> {
  const changed = await scoped(trx, "plan_changes", companyId)
    .where({ id: changeId })
    .whereNull("undone_at")
    .update({ undone_at: now, undone_by: undoneBy });
  if (changed === 0) throw notFound("Change");
}

/**
 * What an undo took back stands again. @returns the calculations among it. @throws AppError 404 when it was redone
 * already
 */
export async function markRedone(trx: Db, companyId: number, planId: number, undoId: number): Promise<number[]> {
  // By the plan, which has an index: of a company there may be thousands, and they are long.
  const back = () => scopedAlso(trx, "plan_changes", companyId).where({ plan_id: planId, undone_by: undoId });
  const queryIds = (await back().whereNotNull("query_id").pluck("query_id")) as number[];
  const changed = await back().update({ undone_at: null, undone_by: null });
  if (changed === 0) throw notFound("Change");
  return queryIds;
}
