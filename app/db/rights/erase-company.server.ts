/** Takes what names people out of a company that was closed: its rows, piece by piece, and their files. */
import { companyFolder } from "~/domain/company/company-files";
import { RecordStatus } from "~/domain/record-status";
import { addSeconds } from "~/domain/time/utc-text";
import { ERASED_AFTER_DAYS, pseudonymOfCompany, pseudonymOfKey, pseudonymOfPerson } from "~/domain/rights/erasure";
import { DAY_SEC } from "~/domain/time/calendar";
import { grouped } from "~/lib/grouped";
import { parseJson } from "../codecs.server";
import type { Db } from "../client.server";
import type { ShortPieces } from "../short-pieces.server";
import type { AuditLogRow, CompanyRow, UtcText } from "../tables";
import { COMPANY_TABLES, TABLE_USES } from "./table-uses";
import type { TableName } from "./table-uses";

/** The stored files of the world outside of the database. */
export interface FilesToErase {
  /** with what was made of them */
  remove(keys: readonly string[]): Promise<void>;
  /** with those that no row names */
  removeFolder(folder: string): Promise<void>;
}

/** Companies whose time has come, the oldest first. @param but ids to leave out */
export const companiesToErase = async (db: Db, now: UtcText, but: readonly number[] = []): Promise<number[]> =>
  (await db("companies")
    .where("deleted_at", "<=", addSeconds(now, -ERASED_AFTER_DAYS * DAY_SEC))
    .whereNull("erased_at")
    .whereNotIn("id", [...but])
    .orderBy("deleted_at")
    .limit(20)
    .pluck("id")) as number[];

/**
 * Erases one company. Each piece is a transaction of its own, and what is done is not found again: whoever is killed in
 * the middle goes on with the next call. The last piece says that it is erased.
 *
 * Its files go with its folder, which none of its rows can lead out of: a row may name a file of another company.
 */
export async function eraseCompany(
  db: Db,
  pieces: ShortPieces,
  companyId: number,
  { now, files }: { now: UtcText; files: FilesToErase },
): Promise<void> {
  await markAccounts(db, companyId, now);
  await files.removeFolder(companyFolder(companyId));
  for (const table of [...COMPANY_TABLES].reverse()) {
    if (table === "audit_log") await forgetInLog(pieces, companyId);
    else if (table === "billing_orders")
      await db("billing_orders").where({ company_id: companyId }).update({ checkout_id: null, billed_to: null });
    else await deleteRows(pieces, table, companyId);
  }
  await forgetOfPlatformLog(pieces, companyId);
  await db("companies")
    .where({ id: companyId })
    .update({ ...emptied(companyId), updated_at: now, erased_at: now });
}

/** What is left of a company: a number, so that what names it leads somewhere. */
const emptied = (companyId: number): Partial<CompanyRow> => ({
  title: pseudonymOfCompany(companyId),
  user_id: null,
  image: null,
  phone: null,
  email: null,
  api_key: null,
  status: RecordStatus.Inactive,
  country_id: null,
  industry_id: null,
  admin_comment: null,
  default_vehicle_start_hour: "09:00",
  default_vehicle_end_hour: "18:00",
  default_start_location_type: "W",
  default_end_location_type: "N",
  default_aim: "time",
  confirmation_settings: null,
  fail_reasons_settings: null,
  recipient_settings: null,
  message_channels: null,
  message_on_since: null,
  message_quiet_start: "00:00",
  message_quiet_end: "00:00",
  message_sender: "",
  message_language: "",
});

/**
 * Accounts that belong to no other company, open or in its time to come back, have nothing left to do here: they are
 * erased, too. Those with rights over the platform stay.
 */
async function markAccounts(db: Db, companyId: number, now: UtcText): Promise<void> {
  const members = db("company_members").where({ company_id: companyId }).whereNotNull("user_id").select("user_id");
  const owner = db("companies").where({ id: companyId }).whereNotNull("user_id").select("user_id");
  await db("users")
    .whereNull("erase_at")
    .where({ platform_role: "none", is_admin: 0 })
    .where((of) => void of.whereIn("id", members).orWhereIn("id", owner))
    .whereNotExists(
      db("company_members as elsewhere")
        .join("companies", "companies.id", "elsewhere.company_id")
        .whereNot("elsewhere.company_id", companyId)
        .whereNull("companies.erased_at")
        .whereRaw("elsewhere.user_id = users.id")
        .select("elsewhere.id"),
    )
    .whereNotExists(
      db("companies as owned")
        .whereNot("owned.id", companyId)
        .whereNull("owned.erased_at")
        .whereRaw("owned.user_id = users.id")
        .select("owned.id"),
    )
    .update({ erase_at: now, deleted_at: db.raw("COALESCE(deleted_at, ?)", [now]) });
}

async function deleteRows(pieces: ShortPieces, table: TableName, companyId: number): Promise<void> {
  const { key } = TABLE_USES[table];
  await pieces.repeat(async (trx, size) => {
    const ofCompany = () => trx(table as string).where({ company_id: companyId });
    const keys: (number | string)[] = await ofCompany().limit(size).pluck(key);
    await ofCompany().whereIn(key, keys).delete();
    return keys.length === size;
  });
}

/** The author as a pseudonym that stays the same in all entries. */
export const pseudonymOf = ({ user_id, api_key_id }: Pick<AuditLogRow, "user_id" | "api_key_id">): string => {
  if (user_id !== null) return pseudonymOfPerson(user_id);
  return api_key_id === null ? "" : pseudonymOfKey(api_key_id);
};

/** What was done, when and to what stays; who it was becomes a pseudonym. */
function forgetInLog(pieces: ShortPieces, companyId: number): Promise<void> {
  let after = 0;
  return pieces.repeat(async (trx, size) => {
    const rows = (await trx("audit_log")
      .where({ company_id: companyId })
      .where("id", ">", after)
      .orderBy("id")
      .limit(size)
      .select("id", "user_id", "api_key_id")) as Pick<AuditLogRow, "id" | "user_id" | "api_key_id">[];
    for (const [who, entries] of grouped(rows, pseudonymOf)) {
      const ids = entries.map(({ id }) => id);
      await trx("audit_log").whereIn("id", ids).update({ who, changes: null, ip: null, user_agent: null });
    }
    after = rows.at(-1)?.id ?? after;
    return rows.length === size;
  });
}

/** Entries of no company that tell of this one: what super admins have remarked, or have agreed on with it. */
function forgetOfPlatformLog(pieces: ShortPieces, companyId: number): Promise<void> {
  let after = 0;
  return pieces.repeat(async (trx, size) => {
    const rows = (await trx("audit_log")
      .whereNull("company_id")
      .where({ model: "Company" })
      .where("id", ">", after)
      .orderBy("id")
      .limit(size)
      .select("id", "ids")) as Pick<AuditLogRow, "id" | "ids">[];
    const about = rows.filter(({ ids }) => parseJson<number[]>(ids, []).includes(companyId)).map(({ id }) => id);
    await trx("audit_log").whereIn("id", about).update({ changes: null });
    after = rows.at(-1)?.id ?? after;
    return rows.length === size;
  });
}
