import type { Db } from "../client.server";
import type { SpreadsheetColumnRow, UtcText } from "../tables";
import { scoped } from "./scoped.server";

/** What a company's spreadsheets call things. */
export type ColumnKind = SpreadsheetColumnRow["kind"];
export type KnownColumn = Pick<SpreadsheetColumnRow, "header" | "field">;

/** Headers that are remembered of a kind; those that were not seen for longest are forgotten first. */
export const MAX_COLUMNS_KEPT = 500;
const MAX_HEADER = 191;

/** In their order. */
export async function listColumns(db: Db, companyId: number, kind: ColumnKind): Promise<KnownColumn[]> {
  return (await scoped(db, "spreadsheet_columns", companyId)
    .where({ kind })
    .orderBy("position")
    .orderBy("id")
    .select("header", "field")) as KnownColumn[];
}

/** Remembers these; of too many, those that were not seen for longest are forgotten. Run it in a transaction. */
export async function rememberColumns(
  db: Db,
  companyId: number,
  kind: ColumnKind,
  columns: readonly KnownColumn[],
  now: UtcText,
): Promise<void> {
  const latest = new Map(columns.map((column) => [column.header.slice(0, MAX_HEADER), column.field]));
  if (latest.size === 0) return;
  const ofKind = () => scoped(db, "spreadsheet_columns", companyId).where({ kind });
  const known = (await ofKind()
    .whereIn("header", [...latest.keys()])
    .select("id", "header", "field")) as Pick<SpreadsheetColumnRow, "id" | "header" | "field">[];
  await ofKind()
    .whereIn(
      "id",
      known.map(({ id }) => id),
    )
    .update({ updated_at: now });
  for (const { id, header, field } of known) {
    const chosen = latest.get(header) ?? null;
    if (chosen !== field) await ofKind().where({ id }).update({ field: chosen });
    latest.delete(header);
  }
  const added = [...latest].map(([header, field]) => ({
    company_id: companyId,
    kind,
    header,
    field,
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
    })) as SpreadsheetColumnRow[],
  );
}
