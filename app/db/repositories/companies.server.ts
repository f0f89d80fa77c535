import type { Db } from "../client.server";
import { whereContains } from "../dialect.server";
import { translated } from "../errors.server";
import { notFound } from "~/lib/errors";
import type { CompanyRow, New, UtcText } from "../tables";
import { paged } from "./paging.server";
import type { Paged, PageRequest } from "./paging.server";

export type NewCompany = New<CompanyRow, "title" | "user_id">;
export type CompanyChanges = Partial<Omit<CompanyRow, "id" | "created_at">>;

/** @throws AppError 404 */
export async function getCompany(db: Db, companyId: number): Promise<CompanyRow> {
  const row = await db("companies").where({ id: companyId }).whereNull("deleted_at").first();
  if (!row) throw notFound("Company");
  return row;
}

/** @returns the new id. @throws AppError 409 */
export async function insertCompany(db: Db, values: NewCompany, now: UtcText): Promise<number> {
  const row = { ...values, created_at: now, updated_at: now };
  const [id] = await translated(row, () => db("companies").insert(row));
  return id as number;
}

/** @throws AppError 404, 409 */
export async function updateCompany(db: Db, companyId: number, changes: CompanyChanges, now: UtcText): Promise<void> {
  const row = { ...changes, updated_at: now };
  const found = await translated(row, () =>
    db("companies").where({ id: companyId }).whereNull("deleted_at").update(row),
  );
  if (found === 0) throw notFound("Company");
}

/** Hides the company; its key stops working. @throws AppError 404 */
export async function removeCompany(db: Db, companyId: number, now: UtcText): Promise<void> {
  await updateCompany(db, companyId, { deleted_at: now, api_key: null }, now);
}

/** The active company of an API key. */
export const findCompanyByApiKeyAcrossCompanies = async (db: Db, apiKey: string): Promise<CompanyRow | undefined> =>
  db("companies").where({ api_key: apiKey, status: 1 }).whereNull("deleted_at").first();

export interface CompanyFilter extends PageRequest {
  search?: string | undefined;
  status?: 0 | 1 | undefined;
  countryId?: number | undefined;
  ownerId?: number | undefined;
}

/** For platform administrators, newest first. */
export function listCompaniesAcrossCompanies(db: Db, filter: CompanyFilter = {}): Promise<Paged<CompanyRow>> {
  const query = db("companies").whereNull("deleted_at");
  if (filter.status !== undefined) query.where({ status: filter.status });
  if (filter.countryId) query.where({ country_id: filter.countryId });
  if (filter.ownerId) query.where({ user_id: filter.ownerId });
  whereContains(query, ["title", "email"], filter.search);
  return paged<CompanyRow>(query, filter, (page) => void page.orderBy("id", "desc"));
}
