import type { Db } from "../client.server";
import { translated } from "../errors.server";
import { RecordStatus } from "~/domain/record-status";
import { notFound } from "~/lib/errors";
import type { CompanyRow, New, UtcText } from "../tables";

export type NewCompany = New<CompanyRow, "title" | "user_id">;
export type CompanyChanges = Partial<Omit<CompanyRow, "id" | "created_at">>;

/** @throws AppError 404 */
export async function getCompany(db: Db, companyId: number): Promise<CompanyRow> {
  const row = await db("companies").where({ id: companyId }).whereNull("deleted_at").first();
  if (!row) throw notFound("Company");
  return row;
}

/** Whether its members work in it: it is neither deleted nor made inactive. */
export const isCompanyOpen = async (db: Db, companyId: number): Promise<boolean> =>
  (await db("companies").where({ id: companyId, status: RecordStatus.Active }).whereNull("deleted_at").first("id")) !==
  undefined;

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

/**
 * Holds apart what counts before it adds to the company: of two that come at once the second sees the first.
 * @throws AppError 404
 */
export async function lockCompany(trx: Db, companyId: number): Promise<CompanyRow> {
  const row = await trx("companies").where({ id: companyId }).whereNull("deleted_at").forUpdate().first();
  if (!row) throw notFound("Company");
  return row;
}

/** Also one that is deleted. @throws AppError 404 */
export async function lockAnyAcrossCompanies(trx: Db, companyId: number): Promise<CompanyRow> {
  const row = await trx("companies").where({ id: companyId }).forUpdate().first();
  if (!row) throw notFound("Company");
  return row;
}

/** Takes its deletion back. */
export const restoreAcrossCompanies = async (trx: Db, companyId: number, now: UtcText): Promise<void> =>
  void (await trx("companies").where({ id: companyId }).update({ deleted_at: null, updated_at: now }));

export interface ClosedCompany {
  id: number;
  title: string;
  deleted_at: UtcText;
}

const MAX_CLOSED = 200;

/** Deleted companies that may come back, the next to be erased first. */
export const listClosedAcrossCompanies = async (db: Db, since: UtcText): Promise<ClosedCompany[]> =>
  (await db("companies")
    .where("deleted_at", ">", since)
    .whereNull("erased_at")
    .orderBy("deleted_at")
    .limit(MAX_CLOSED)
    .select("id", "title", "deleted_at")) as ClosedCompany[];

const MAX_OWNED = 500;

/** Whatever the asking company. */
export const listCompaniesOfOwnerAcrossCompanies = async (db: Db, userId: number): Promise<CompanyRow[]> =>
  db("companies").where({ user_id: userId }).whereNull("deleted_at").orderBy("id").limit(MAX_OWNED);

/** How many companies somebody has added since then, closed ones too. */
export const countAddedAcrossCompanies = async (db: Db, ownerId: number, since: UtcText): Promise<number> =>
  (await db("companies").where({ user_id: ownerId }).where("created_at", ">", since).pluck("id")).length;

export interface OpenableCompany {
  id: number;
  title: string;
  /** ISO 3166 alpha-2 of the company */
  country_code: string | null;
}

const openable = (db: Db) =>
  db("companies")
    .leftJoin("countries as country", "country.id", "companies.country_id")
    .whereNull("companies.deleted_at");
const OPENABLE = ["companies.id", "companies.title", "country.code as country_code"] as const;

/** A company that a super admin may open, whether it is active or not; undefined: there is none, or it was removed. */
export const findOpenableAcrossCompanies = async (db: Db, companyId: number): Promise<OpenableCompany | undefined> =>
  openable(db)
    .where("companies.id", companyId)
    .first(...OPENABLE);

/** The oldest of them. */
export const firstOpenableAcrossCompanies = async (db: Db): Promise<OpenableCompany | undefined> =>
  openable(db)
    .orderBy("companies.id")
    .first(...OPENABLE);
