/** Visits by their ids: read, added, changed and removed. */
import { randomUUID } from "node:crypto";
import { VisitStatus } from "~/domain/visit/visit-status";
import { notFound } from "~/lib/errors";
import { inBatches } from "~/lib/in-batches";
import type { Db } from "../client.server";
import { insertMany, updateMany } from "../dialect.server";
import { translated } from "../errors.server";
import type { Changes, New, RoutingVisitRow, UtcText } from "../tables";
import {
  assertReferences,
  findById,
  getById,
  getByIds,
  lockByIds,
  restoreRemoved,
  scopedAlso,
  softDelete,
} from "./scoped.server";

export type NewVisitRow = New<RoutingVisitRow, "name">;
export type VisitChanges = Omit<Changes<RoutingVisitRow>, "uid">;

export const getVisit = (db: Db, companyId: number, visitId: number): Promise<RoutingVisitRow> =>
  getById(db, "routing_visits", companyId, visitId);
export const findVisit = (db: Db, companyId: number, visitId: number): Promise<RoutingVisitRow | undefined> =>
  findById(db, "routing_visits", companyId, visitId);
/** Those of `getVisits`, which stay as they are until the transaction ends. @throws AppError 404 */
export const lockVisits = (trx: Db, companyId: number, ids: readonly number[]): Promise<RoutingVisitRow[]> =>
  lockByIds(trx, "routing_visits", companyId, ids);
/** In the order of the ids. @throws AppError 404 when one is not the company's */
export const getVisits = (db: Db, companyId: number, ids: readonly number[]): Promise<RoutingVisitRow[]> =>
  getByIds(db, "routing_visits", companyId, ids);

/** Also those that were removed. */
export async function visitsWithRemoved(db: Db, companyId: number, ids: readonly number[]): Promise<RoutingVisitRow[]> {
  const found: RoutingVisitRow[] = [];
  for (const batch of inBatches([...new Set(ids)], 1000))
    found.push(
      ...((await db("routing_visits")
        .whereRaw("+company_id = ?", [companyId])
        .whereIn("id", batch)) as RoutingVisitRow[]),
    );
  return found;
}

/** What these visits are called; those of other companies are left out. */
export async function visitNames(db: Db, companyId: number, ids: readonly number[]): Promise<Map<number, string>> {
  const names = new Map<number, string>();
  for (const batch of inBatches([...new Set(ids)], 1000)) {
    const rows = (await scopedAlso(db, "routing_visits", companyId).whereIn("id", batch).select("id", "name")) as {
      id: number;
      name: string;
    }[];
    for (const { id, name } of rows) names.set(id, name);
  }
  return names;
}

/**
 * Adds visits, in batches; run it in a transaction.
 * @returns the new ids, in the order of the visits
 * @throws AppError 404 for a plan, route, warehouse … of another company; 409 for a `uid` that is taken
 */
export async function insertVisits(
  db: Db,
  companyId: number,
  visits: readonly NewVisitRow[],
  now: UtcText,
): Promise<number[]> {
  await assertReferences(db, companyId, visits);
  // The databases disagree about the ids of a multi-row insert, so the rows are found again by a key of their own.
  const rows = visits.map((visit) => ({
    ...visit,
    uid: visit.uid ?? randomUUID(),
    company_id: companyId,
    created_at: now,
    updated_at: now,
  }));
  const ids = new Map<string, number>();
  await translated(rows.length === 1 ? rows[0] : undefined, () => insertMany(db, "routing_visits", uniform(rows)));
  for (const batch of inBatches(rows)) {
    const stored = await db("routing_visits")
      .whereIn(
        "uid",
        batch.map((row) => row.uid),
      )
      .select("id", "uid");
    for (const row of stored) ids.set(row.uid, row.id);
  }
  return rows.map((row) => ids.get(row.uid) as number);
}

/** What the table gives a visit that names nothing else. */
const DEFAULTS: Partial<RoutingVisitRow> = {
  address: "",
  postcode: "",
  type: "D",
  status: VisitStatus.Unscheduled,
  position: 1000,
  label_position: 0,
  start_time: "08:00",
  end_time: "20:00",
  service_time: 5,
  package_capacity: 0,
  package_load: 0,
  distance: 0,
  travel_duration: 0,
  waiting_time: 0,
  leg_estimate: 0,
  recipient_name: "",
  recipient_phone: "",
  recipient_email: "",
  signature_name: "",
  fail_note: "",
  done_note: "",
  is_out_of_turn: 0,
  source: 1,
};

/** Rows of one statement have to name the same columns: what only some of them name gets its default in the others. */
function uniform<T extends object>(rows: readonly T[]): T[] {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return rows.map((row) => {
    const given = row as Record<string, unknown>;
    return Object.fromEntries(
      columns.map((column) => [
        column,
        given[column] ?? (given[column] === undefined ? (DEFAULTS[column as keyof RoutingVisitRow] ?? null) : null),
      ]),
    ) as T;
  });
}

/**
 * Changes many visits by few statements. Each names only the columns that change.
 * @throws AppError 404 when one of them is not the company's
 */
export async function updateVisits(
  db: Db,
  companyId: number,
  changes: readonly ({ id: number } & VisitChanges)[],
  now: UtcText,
): Promise<void> {
  if (changes.length === 0) return;
  await assertReferences(db, companyId, changes);
  const found = await updateMany(
    db,
    "routing_visits",
    changes,
    { updated_at: now },
    { company_id: companyId, deleted_at: null },
  );
  if (found !== new Set(changes.map((change) => change.id)).size) throw notFound("Visit");
}

/** @throws AppError 404 */
export const updateVisit = (
  db: Db,
  companyId: number,
  visitId: number,
  changes: VisitChanges,
  now: UtcText,
): Promise<void> => updateVisits(db, companyId, [{ id: visitId, ...changes }], now);

/** Hides visits. @throws AppError 404 */
export const removeVisits = (db: Db, companyId: number, ids: readonly number[], now: UtcText): Promise<void> =>
  softDelete(db, "routing_visits", companyId, ids, now);

/** Shows hidden visits again, as they were. @throws AppError 404 when one is not hidden */
export const restoreVisits = (db: Db, companyId: number, ids: readonly number[], now: UtcText): Promise<void> =>
  restoreRemoved(db, "routing_visits", companyId, ids, now);
