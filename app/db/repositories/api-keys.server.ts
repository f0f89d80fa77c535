import { RecordStatus } from "~/domain/record-status";
import type { Db } from "../client.server";
import type { CompanyApiKeyRow, CompanyRow, UtcText } from "../tables";
import { insertScoped, scoped } from "./scoped.server";

/** A key without its value. */
export type ApiKeyHead = Omit<CompanyApiKeyRow, "value" | "hash">;
export type NewApiKey = Pick<CompanyApiKeyRow, "name" | "hash" | "value" | "hint" | "scopes" | "created_by">;

const HEAD = [
  "id",
  "company_id",
  "main_of",
  "name",
  "hint",
  "scopes",
  "created_by",
  "last_used_at",
  "revoked_at",
  "created_at",
  "updated_at",
];

/** Keys in use, the newest first. */
export const listApiKeys = async (db: Db, companyId: number): Promise<ApiKeyHead[]> =>
  (await scoped(db, "company_api_keys", companyId)
    .whereNull("revoked_at")
    .orderBy("id", "desc")
    .select(HEAD)) as ApiKeyHead[];

/** The key that administrators may look at. */
export const findMainKey = async (db: Db, companyId: number): Promise<CompanyApiKeyRow | undefined> =>
  (await scoped(db, "company_api_keys", companyId).where({ main_of: companyId }).first()) as
    CompanyApiKeyRow | undefined;

/** The value of a key that its maker has made since then, and that is not the first one. */
export const findNewKey = async (
  db: Db,
  companyId: number,
  id: number,
  { by, since }: { by: number; since: UtcText },
): Promise<Pick<CompanyApiKeyRow, "name" | "value"> | undefined> =>
  (await scoped(db, "company_api_keys", companyId)
    .where({ id, created_by: by })
    .whereNull("main_of")
    .whereNull("revoked_at")
    .where("created_at", ">=", since)
    .first("name", "value")) as Pick<CompanyApiKeyRow, "name" | "value"> | undefined;

/** Keys that are shown once are not kept in a way that they could be read again. */
export const forgetShownKeysAcrossCompanies = async (db: Db, before: UtcText): Promise<number> =>
  db("company_api_keys")
    .whereNull("main_of")
    .whereNotNull("value")
    .where("created_at", "<", before)
    .update({ value: null });

/** What a key is called, also when it is revoked. */
export async function findApiKeyName(db: Db, companyId: number, id: number): Promise<string | undefined> {
  const row = (await scoped(db, "company_api_keys", companyId).where({ id }).first("name")) as
    { name: string } | undefined;
  return row?.name;
}

/** @returns its id. @throws AppError 409 when another main key was made meanwhile */
export const insertApiKey = (
  db: Db,
  companyId: number,
  key: NewApiKey,
  isMain: boolean,
  now: UtcText,
): Promise<number> =>
  insertScoped(db, "company_api_keys", companyId, { ...key, main_of: isMain ? companyId : null }, now);

/** From now on it opens nothing. @returns false when there is no such key in use */
export async function revokeApiKey(db: Db, companyId: number, id: number, now: UtcText): Promise<boolean> {
  const changed = await scoped(db, "company_api_keys", companyId)
    .where({ id })
    .whereNull("revoked_at")
    .update({ revoked_at: now, updated_at: now, main_of: null, value: null });
  return changed === 1;
}

/** The key with this hash that is in use, with its company. */
export async function findApiKeyAcrossCompanies(
  db: Db,
  hash: string,
): Promise<{ key: CompanyApiKeyRow; company: CompanyRow } | undefined> {
  const key = await db("company_api_keys").where({ hash }).whereNull("revoked_at").first();
  const company =
    key &&
    (await db("companies").where({ id: key.company_id, status: RecordStatus.Active }).whereNull("deleted_at").first());
  return key && company && { key, company };
}

/** The key with this hash that opens nothing any more. */
export const findRevokedKeyAcrossCompanies = async (
  db: Db,
  hash: string,
): Promise<Pick<CompanyApiKeyRow, "id" | "company_id" | "name"> | undefined> =>
  db("company_api_keys").where({ hash }).whereNotNull("revoked_at").first("id", "company_id", "name");

export const noteApiKeyUse = async (db: Db, companyId: number, id: number, now: UtcText): Promise<void> =>
  void (await scoped(db, "company_api_keys", companyId).where({ id }).update({ last_used_at: now }));
