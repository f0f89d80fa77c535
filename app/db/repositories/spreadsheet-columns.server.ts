import type { Db } from "../client.server";
import type { SpreadsheetColumnRow, UtcText } from "../tables";
import { scoped } from "./scoped.server";

/** What a company's spreadsheets call things. */
export type ColumnKind = SpreadsheetColumnRow["kind"];
export type KnownColumn = Pick<SpreadsheetColumnRow, "header" | "field">;
/** What an import made of a header. */
export interface ImportedColumn extends KnownColumn {
  /** by somebody; false for what was proposed */
  chosen: boolean;
}

/** Headers that are remembered of a kind; those that were not seen for longest are forgotten first. */
export const MAX_COLUMNS_KEPT = 500;
const MAX_HEADER = 191;

/** In their order. */
export async function listColumns(db: Db, companyId: number, kind: ColumnKind): Promise<ImportedColumn[]> {
  const rows = (await scoped(db, "spreadsheet_columns", companyId)
    .where({ kind })
    .orderBy("position")
    .orderBy("id")
    .select("header", "field", "chosen")) as (KnownColumn & Pick<SpreadsheetColumnRow, "chosen">)[];
  return rows.map(({ chosen, ...column }) => ({ ...column, chosen: chosen === 1 }));
}

/**
 * Remembers what somebody chose, and forgets what is kept without a choice where these say something else. Of too many,
 * those that were not seen for longest are forgotten. Run it in a transaction.
 */
export async function rememberColumns(
  db: Db,
  companyId: number,
  kind: ColumnKind,
  columns: readonly ImportedColumn[],
  now: UtcText,
): Promise<void> {
  const latest = new Map(columns.map((column) => [column.header.slice(0, MAX_HEADER), column]));
  if (latest.size === 0) return;
  const ofKind = () => scoped(db, "spreadsheet_columns", companyId).where({ kind });
  const known = (await ofKind()
    .whereIn("header", [...latest.keys()])
    .select("id", "header", "field", "chosen")) as Pick<SpreadsheetColumnRow, "id" | "header" | "field" | "chosen">[];
  await ofKind()
    .whereIn(
      "id",
      known.map(({ id }) => id),
    )
    .update({ updated_at: now });
  for (const { id, header, field, chosen } of known) {
    const meant = latest.get(header)!;
    if (meant.chosen && (meant.field !== field || chosen === 0))
      await ofKind().where({ id }).update({ field: meant.field, chosen: 1 });
    else if (chosen === 0 && meant.field !== field) await ofKind().where({ id }).delete();
    latest.delete(header);
  }
  const choices = [...latest].filter(([, { chosen }]) => chosen);
  const added = choices.map(([header, { field }]) => ({
    company_id: companyId,
    kind,
    header,
    field,
    chosen: 1,
    created_at: now,
    updated_at: now,
  }));
  if (added.length > 0) await db("spreadsheet_columns").insert(added as SpreadsheetColumnRow[]);
  const old: number[] = await ofKind()
    .orderBy("updated_at", "desc")
    .orderBy("id", "desc")
    .offset(MAX_COLUMNS_KEPT)
    .limit(1000)
    .pluck("id");
  if (old.length > 0) await ofKind().whereIn("id", old).delete();
}

/** Replaces all of a kind. Run it in a transaction. */
export async function replaceColumns(
  db: Db,
  companyId: number,
  kind: ColumnKind,
  columns: readonly KnownColumn[],
  now: UtcText,
): Promise<void> {
  const known = await listColumns(db, companyId, kind);
  const isSame = (one: KnownColumn, index: number): boolean =>
    one.header === columns[index]?.header && one.field === columns[index].field;
  if (known.length === columns.length && known.every(isSame)) return;
  await scoped(db, "spreadsheet_columns", companyId).where({ kind }).delete();
  if (columns.length === 0) return;
  await db("spreadsheet_columns").insert(
    columns.map(({ header, field }, position) => ({
      company_id: companyId,
      kind,
      header: header.slice(0, MAX_HEADER),
      field,
      position,
      created_at: now,
      updated_at: now,
    })),
  );
}
