import type { Knex } from "knex";
import { inBatches } from "~/lib/in-batches";
import type { Db } from "../client.server";
import { insertMany, updateMany, whereContains } from "../dialect.server";
import type { RoutingSheetRowRow } from "../tables";
import { paged } from "./paging.server";
import type { Paged, PageRequest } from "./paging.server";
import { assertReferences, findById, scoped } from "./scoped.server";

/** The rows of imported sheets. */
export type NewSheetRow = Omit<RoutingSheetRowRow, "id" | "company_id" | "sheet_id">;
export type SheetRowChanges = { id: number } & Partial<Omit<RoutingSheetRowRow, "id" | "company_id" | "sheet_id">>;

export interface SheetRowFilter extends PageRequest {
  outcomes?: readonly string[] | undefined;
  /** left out, or with a remark about one of its values */
  noted?: boolean | undefined;
  search?: string | undefined;
}

const rowsOf = (db: Db, companyId: number, sheetId: number): Knex.QueryBuilder =>
  scoped(db, "routing_sheet_rows", companyId).where({ sheet_id: sheetId });

/** @throws AppError 404 for another company's sheet */
export async function insertSheetRows(
  db: Db,
  companyId: number,
  sheetId: number,
  rows: readonly NewSheetRow[],
): Promise<void> {
  await assertReferences(db, companyId, [{ sheet_id: sheetId }]);
  const own = rows.map((row) => ({ ...row, company_id: companyId, sheet_id: sheetId }));
  await insertMany(db, "routing_sheet_rows", own);
}

/** Removes some thousand rows. @returns how many; fewer than asked for: no more are left */
export async function removeSheetRows(db: Db, companyId: number, sheetId: number, limit: number): Promise<number> {
  const ids: number[] = await rowsOf(db, companyId, sheetId).orderBy("id").limit(limit).pluck("id");
  for (const batch of inBatches(ids, 1000)) await rowsOf(db, companyId, sheetId).whereIn("id", batch).delete();
  return ids.length;
}

/** Each names only the columns that change; rows of other companies stay as they are. */
export async function updateSheetRows(db: Db, companyId: number, changes: readonly SheetRowChanges[]): Promise<void> {
  await updateMany(db, "routing_sheet_rows", changes, {}, { company_id: companyId });
}

export const findSheetRow = (db: Db, companyId: number, id: number): Promise<RoutingSheetRowRow | undefined> =>
  findById(db, "routing_sheet_rows", companyId, id);

/** Rows of these ids that belong to the sheet. */
export async function sheetRowsByIds(
  db: Db,
  companyId: number,
  sheetId: number,
  ids: readonly number[],
): Promise<RoutingSheetRowRow[]> {
  return (await rowsOf(db, companyId, sheetId)
    .whereIn("id", [...ids])
    .orderBy("id")) as RoutingSheetRowRow[];
}

/** In the file's order. */
export function listSheetRows(
  db: Db,
  companyId: number,
  sheetId: number,
  { outcomes, noted, search, ...page }: SheetRowFilter,
): Promise<Paged<RoutingSheetRowRow>> {
  const query = rowsOf(db, companyId, sheetId);
  if (outcomes !== undefined) query.whereIn("outcome", [...outcomes]);
  if (noted !== undefined) query.where({ noted: noted ? 1 : 0 });
  whereContains(query, ["cells", "notes"], search);
  return paged<RoutingSheetRowRow>(query, page, (one) => void one.orderBy("sheet").orderBy("row"));
}

/** Rows after one of them, in the order in which they were stored. */
export async function nextSheetRows(
  db: Db,
  companyId: number,
  sheetId: number,
  asked: { after: number; limit: number },
): Promise<RoutingSheetRowRow[]> {
  const query = rowsOf(db, companyId, sheetId).where("id", ">", asked.after).orderBy("id").limit(asked.limit);
  return (await query) as RoutingSheetRowRow[];
}

/** The first rows of a kind, outcome by outcome: each is found by the index alone, however many rows there are. */
export async function firstSheetRows(
  db: Db,
  companyId: number,
  sheetId: number,
  asked: { entity: "visit" | "vehicle"; outcomes: readonly string[]; limit: number },
): Promise<RoutingSheetRowRow[]> {
  const found: RoutingSheetRowRow[] = [];
  for (const outcome of asked.outcomes) {
    const limit = asked.limit - found.length;
    if (limit <= 0) break;
    const query = rowsOf(db, companyId, sheetId).where({ entity: asked.entity, outcome }).orderBy("id").limit(limit);
    found.push(...((await query) as RoutingSheetRowRow[]));
  }
  return found;
}

export interface RowCount {
  entity: "visit" | "vehicle";
  outcome: string;
  noted: 0 | 1;
  total: number;
}

/** How many rows there are of each kind. */
export async function countSheetRows(db: Db, companyId: number, sheetId: number): Promise<RowCount[]> {
  const found = (await rowsOf(db, companyId, sheetId)
    .groupBy("entity", "outcome", "noted")
    .select("entity", "outcome", "noted")
    .count({ total: "*" })) as RowCount[];
  return found.map((row) => ({ ...row, total: Number(row.total) }));
}

const KEYED_COLUMNS = [
  "id",
  "sheet",
  "row",
  "entity",
  "outcome",
  "noted",
  "match_key",
  "cells",
  "notes",
] as const satisfies readonly (keyof RoutingSheetRowRow)[];
export type KeyedRow = Pick<RoutingSheetRowRow, (typeof KEYED_COLUMNS)[number]>;

/** Rows of the sheet with these keys, in the file's order. */
export async function sheetRowsWithKeys(
  db: Db,
  companyId: number,
  sheetId: number,
  entity: "visit" | "vehicle",
  keys: readonly string[],
): Promise<KeyedRow[]> {
  const found: KeyedRow[] = [];
  for (const batch of inBatches(keys, 500))
    found.push(
      ...(await rowsOf(db, companyId, sheetId)
        .where({ entity })
        .whereIn("match_key", batch)
        .select([...KEYED_COLUMNS])),
    );
  return found.sort((one, other) => one.sheet - other.sheet || one.row - other.row);
}

export interface EarlierRow {
  sheet: number;
  row: number;
  visit_id: number;
}

/**
 * What rows of the same file became when it was imported to the same place before; where it was imported several times,
 * the latest comes last.
 */
export async function visitsOfSameFile(
  db: Db,
  companyId: number,
  file: { sheetId: number; hash: string; planId: number | null },
  rows: readonly { sheet: number; row: number }[],
): Promise<EarlierRow[]> {
  const earlier: number[] = await scoped(db, "routing_sheets", companyId)
    .where({ file_hash: file.hash, plan_id: file.planId })
    .whereNot("id", file.sheetId)
    .orderBy("id", "desc")
    .limit(20)
    .pluck("id");
  if (earlier.length === 0) return [];
  const found: EarlierRow[] = [];
  for (const [sheet, own] of bySheet(rows))
    for (const batch of inBatches(own, 500))
      found.push(
        ...((await scoped(db, "routing_sheet_rows", companyId)
          .join("routing_visits as visit", "visit.id", "routing_sheet_rows.visit_id")
          .where({ "visit.plan_id": file.planId, "routing_sheet_rows.sheet": sheet })
          .whereNull("visit.deleted_at")
          .whereIn("routing_sheet_rows.sheet_id", earlier)
          .whereIn("routing_sheet_rows.row", batch)
          .orderBy("routing_sheet_rows.sheet_id")
          .select(
            "routing_sheet_rows.sheet",
            "routing_sheet_rows.row",
            "routing_sheet_rows.visit_id",
          )) as EarlierRow[]),
      );
  return found;
}

/** Whether the same file was uploaded before. */
export const isFileKnown = async (
  db: Db,
  companyId: number,
  file: { sheetId: number; hash: string },
): Promise<boolean> =>
  (await scoped(db, "routing_sheets", companyId)
    .where({ file_hash: file.hash })
    .whereNot("id", file.sheetId)
    .first("id")) !== undefined;

function bySheet(rows: readonly { sheet: number; row: number }[]): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (const { sheet, row } of rows) {
    const known = found.get(sheet);
    if (known === undefined) found.set(sheet, [row]);
    else known.push(row);
  }
  return found;
}
