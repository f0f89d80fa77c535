import type { Db } from "../client.server";
import { parseJson, toJson } from "../codecs.server";
import { isDuplicate } from "../errors.server";
import type { ReportDetails, RoadTaskDetails, RoadTaskKind } from "~/domain/tracking/road-task";
import type { ShortPieces } from "../short-pieces.server";
import type { RoadTaskRow, UtcText } from "../tables";
import { getById, insertScoped, scoped, updateScoped } from "./scoped.server";

interface TaskOrigin {
  /** what it comes from, at most 100 characters: the same makes one task, however often it arrives */
  key: string;
  planId: number | null;
  routeId: number | null;
  visitId: number | null;
}

type OfKind<Kind extends RoadTaskKind, Other> = {
  [One in Kind]: Other & { kind: One; details: RoadTaskDetails[One] };
}[Kind];

export type NewRoadTask = OfKind<RoadTaskKind, TaskOrigin>;
export type RoadTask<Kind extends RoadTaskKind = RoadTaskKind> = OfKind<Kind, Omit<RoadTaskRow, "kind" | "details">>;

/** Details are written with their kind (`addRoadTask`), so it says what they are. */
const taskFromRow = <Kind extends RoadTaskKind>(row: RoadTaskRow): RoadTask<Kind> =>
  ({ ...row, details: parseJson<unknown>(row.details, null) }) as RoadTask<Kind>;

/** @returns whether it is new. @throws AppError 404 for a plan, route or visit of another company */
export async function addRoadTask(
  trx: Db,
  companyId: number,
  { key, kind, planId, routeId, visitId, details }: NewRoadTask,
  now: UtcText,
): Promise<boolean> {
  const row = { kind, task_key: key, plan_id: planId, route_id: routeId, visit_id: visitId, details: toJson(details) };
  try {
    await insertScoped(trx, "road_tasks", companyId, row, now);
    return true;
  } catch (error) {
    if (isDuplicate(error)) return false;
    throw error;
  }
}

/** @returns how many were open until now */
export async function settleTasksOfVisit(
  trx: Db,
  companyId: number,
  { kind, visitId }: { kind: RoadTaskKind; visitId: number },
  { outcome, userId }: { outcome: string; userId: number | null },
  now: UtcText,
): Promise<number> {
  return scoped(trx, "road_tasks", companyId)
    .where({ kind, visit_id: visitId })
    .whereNull("settled_at")
    .update({ settled_at: now, settled_by: userId, outcome, updated_at: now });
}

/** Newest first. */
export async function listOpenRoadTasks<Kind extends RoadTaskKind = RoadTaskKind>(
  db: Db,
  companyId: number,
  { limit, kind }: { limit: number; kind?: Kind },
): Promise<RoadTask<Kind>[]> {
  const query = scoped(db, "road_tasks", companyId).whereNull("settled_at").orderBy("id", "desc").limit(limit);
  if (kind !== undefined) query.where({ kind });
  return ((await query) as RoadTaskRow[]).map(taskFromRow<Kind>);
}

/** Those of one kind that were ever made for the visit, newest first. */
export async function listRoadTasksOfVisit<Kind extends RoadTaskKind>(
  db: Db,
  companyId: number,
  visitId: number,
  kind: Kind,
): Promise<RoadTask<Kind>[]> {
  const rows = await scoped(db, "road_tasks", companyId).where({ visit_id: visitId, kind }).orderBy("id", "desc");
  return (rows as RoadTaskRow[]).map(taskFromRow<Kind>);
}

export async function countOpenRoadTasks(db: Db, companyId: number): Promise<number> {
  const row = (await scoped(db, "road_tasks", companyId).whereNull("settled_at").count({ n: "*" }).first()) as {
    n: number | string;
  };
  return Number(row.n);
}

/** @throws AppError 404 */
export const getRoadTask = async (db: Db, companyId: number, id: number): Promise<RoadTask> =>
  taskFromRow(await getById(db, "road_tasks", companyId, id));

/** @returns false when somebody has settled it before. @throws AppError 404 */
export async function settleRoadTask(
  trx: Db,
  companyId: number,
  id: number,
  { outcome, userId }: { outcome: string; userId: number | null },
  now: UtcText,
): Promise<boolean> {
  await getById(trx, "road_tasks", companyId, id);
  const settled = await scoped(trx, "road_tasks", companyId)
    .where({ id })
    .whereNull("settled_at")
    .update({ settled_at: now, settled_by: userId, outcome, updated_at: now });
  return settled === 1;
}

/** @throws AppError 404 */
export const setReportDetails = (
  trx: Db,
  companyId: number,
  id: number,
  details: ReportDetails,
  now: UtcText,
): Promise<void> => updateScoped(trx, "road_tasks", companyId, id, { details: JSON.stringify(details) }, now);

/** Something that somebody has settled in the same moment: who did what, for the others. */
export async function addSettledRoadTask(
  trx: Db,
  companyId: number,
  task: NewRoadTask,
  { outcome, userId }: { outcome: string; userId: number | null },
  now: UtcText,
): Promise<boolean> {
  const isNew = await addRoadTask(trx, companyId, task, now);
  if (isNew)
    await scoped(trx, "road_tasks", companyId)
      .where({ task_key: task.key })
      .update({ settled_at: now, settled_by: userId, outcome });
  return isNew;
}

/** What was settled since an instant, with who did it, oldest first. */
export async function listSettledRoadTasks<Kind extends RoadTaskKind>(
  db: Db,
  companyId: number,
  { kind, since, limit }: { kind: Kind; since: UtcText; limit: number },
): Promise<(RoadTask<Kind> & { settler_name: string | null; settler_surname: string | null })[]> {
  const rows = (await scoped(db, "road_tasks", companyId)
    .leftJoin("users as settler", "settler.id", "road_tasks.settled_by")
    .where({ kind })
    .where("settled_at", ">=", since)
    .orderBy("road_tasks.id", "desc")
    .limit(limit)
    .select("road_tasks.*", "settler.name as settler_name", "settler.surname as settler_surname")) as (RoadTaskRow & {
    settler_name: string | null;
    settler_surname: string | null;
  })[];
  return rows.reverse().map((row) => ({ ...row, ...taskFromRow<Kind>(row) }));
}

/** Forgets tasks that were settled before `before`; the sweep of files without a row takes their pictures. */
export async function removeSettledTasksAcrossCompanies(_db: Db, pieces: ShortPieces, before: UtcText): Promise<void> {
  await pieces.repeat(async (trx, size) => {
    const ids: number[] = await trx("road_tasks").where("settled_at", "<", before).limit(size).pluck("id");
    await trx("road_tasks").whereIn("id", ids).delete();
    return ids.length === size;
  });
}
