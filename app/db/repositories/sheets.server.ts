import type { Db } from "../client.server";
import { orderByText, whereContains } from "../dialect.server";
import type { Changes, Flag, New, RoutingSheetRow, UtcText } from "../tables";
import type { ChangeMaker } from "./plan-changes.server";
import { paged } from "./paging.server";
import type { Paged, PageRequest } from "./paging.server";
import { getById, insertScoped, lockById, scoped, updateScoped } from "./scoped.server";

export type NewSheet = New<RoutingSheetRow, "title">;
export type SheetChanges = Changes<RoutingSheetRow>;
export type SheetListRow = Omit<
  RoutingSheetRow,
  | "sheets"
  | "errors"
  | "book"
  | "mappings"
  | "rows_path"
  | "file_hash"
  | "next_sheet"
  | "next_row"
  | "revision"
  | "begun"
>;

export interface SheetFilter extends PageRequest {
  search?: string | undefined;
  countryId?: number | undefined;
  status?: Flag | undefined;
  planId?: number | undefined;
}

const LIST_COLUMNS = [
  "id",
  "company_id",
  "user_id",
  "plan_id",
  "warehouse_id",
  "country_id",
  "title",
  "status",
  "state",
  "file_name",
  "file_path",
  "rows_total",
  "rows_applied",
  "stored_bytes",
  "created_at",
  "updated_at",
];

/** Imports, newest first, without their big JSON columns. */
export function listSheets(db: Db, companyId: number, filter: SheetFilter = {}): Promise<Paged<SheetListRow>> {
  const query = scoped(db, "routing_sheets", companyId);
  if (filter.countryId) query.where({ country_id: filter.countryId });
  if (filter.status !== undefined) query.where({ status: filter.status });
  if (filter.planId) query.where({ plan_id: filter.planId });
  whereContains(query, ["title", "file_name"], filter.search);
  return paged<SheetListRow>(query, filter, (page) => void page.orderBy("id", "desc").select(LIST_COLUMNS));
}

/** What a user or an API key uploaded last, the newest first. */
type CalledSheet = Pick<RoutingSheetRow, "id" | "state" | "book" | "mappings" | "updated_at">;

export const newestSheetsOf = async (
  db: Db,
  { companyId, userId, apiKeyId = null }: ChangeMaker & { companyId: number },
  limit: number,
): Promise<CalledSheet[]> =>
  (await scoped(db, "routing_sheets", companyId)
    .where({ user_id: userId, api_key_id: apiKeyId })
    .orderBy("id", "desc")
    .limit(limit)
    .select("id", "state", "book", "mappings", "updated_at")) as CalledSheet[];

/** What the company's imports take of the storage. */
export async function storedBytesOfSheets(db: Db, companyId: number): Promise<number> {
  const [sum] = (await scoped(db, "routing_sheets", companyId).sum({ bytes: "stored_bytes" })) as { bytes: unknown }[];
  return Number(sum?.bytes ?? 0);
}

/** The countries that imports belong to. */
export async function listSheetCountries(db: Db, companyId: number): Promise<{ id: number; title: string }[]> {
  const query = scoped(db, "routing_sheets", companyId)
    .join("countries as country", "country.id", "routing_sheets.country_id")
    .groupBy("country.id", "country.title")
    .select("country.id", "country.title");
  return (await orderByText(query, "country.title")) as { id: number; title: string }[];
}

/** The newest import into a plan; undefined when nothing was imported into it. */
export async function latestSheetOfPlan(db: Db, companyId: number, planId: number): Promise<number | undefined> {
  return (
    (await scoped(db, "routing_sheets", companyId)
      .where({ plan_id: planId })
      .orderBy("id", "desc")
      .limit(1)
      .pluck("id")) as number[]
  )[0];
}

/** @throws AppError 404 */
export const getSheet = (db: Db, companyId: number, id: number): Promise<RoutingSheetRow> =>
  getById(db, "routing_sheets", companyId, id);
/** @returns the new id. @throws AppError 404 */
export const insertSheet = (db: Db, companyId: number, values: NewSheet, now: UtcText): Promise<number> =>
  insertScoped(db, "routing_sheets", companyId, values, now);
/** @throws AppError 404 */
export const updateSheet = (
  db: Db,
  companyId: number,
  id: number,
  changes: SheetChanges,
  now: UtcText,
): Promise<void> => updateScoped(db, "routing_sheets", companyId, id, changes, now);

/**
 * The sheet, locked until the transaction ends: of two steps at once the second one sees what the first one did.
 * @throws AppError 404
 */
export const lockSheet = (trx: Db, companyId: number, id: number): Promise<RoutingSheetRow> =>
  lockById(trx, "routing_sheets", companyId, id);

/** A sheet, and who sent it. */
type SheetAtRest = Pick<RoutingSheetRow, "id" | "company_id" | "user_id" | "api_key_id">;

/** Sheets in one of these states in which nothing has happened since. */
export async function sheetsAtRestAcrossCompanies(
  db: Db,
  states: readonly string[],
  since: UtcText,
): Promise<SheetAtRest[]> {
  return (await db("routing_sheets")
    .whereIn("state", [...states])
    .where("updated_at", "<", since)
    .orderBy("id")
    .limit(20)
    .select("id", "company_id", "user_id", "api_key_id")) as SheetAtRest[];
}

/** Removes the sheet and its rows. @throws AppError 404 */
export async function removeSheet(db: Db, companyId: number, id: number): Promise<void> {
  await getSheet(db, companyId, id);
  await scoped(db, "routing_sheets", companyId).where("routing_sheets.id", id).delete();
}
