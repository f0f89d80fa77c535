/** Exports of all data of a company: one at a time, with the last ones to look at. */
import { AppError } from "~/lib/errors";
import type { Db } from "../client.server";
import type { CompanyExportRow, UtcText } from "../tables";
import { lockCompany } from "./companies.server";
import { scoped } from "./scoped.server";

const LISTED = 10;

/**
 * Begins an export, while no other one is sent.
 * @param until the claim of this process; renewed while it sends
 * @returns its id. @throws AppError 404, 409 'export.busy'
 */
export async function beginExport(
  trx: Db,
  companyId: number,
  userId: number | null,
  { now, until }: { now: UtcText; until: UtcText },
): Promise<number> {
  await lockCompany(trx, companyId);
  const other: unknown = await scoped(trx, "company_exports", companyId)
    .whereNull("ended_at")
    .where("busy_until", ">", now)
    .first("id");
  if (other !== undefined)
    throw new AppError("export.busy", "An export of this company is being sent already. Wait until it has ended.", {
      status: 409,
    });
  const row = { company_id: companyId, user_id: userId, busy_until: until, created_at: now };
  const [id] = await trx("company_exports").insert(row);
  return id as number;
}

/** The export goes on. */
export const renewExport = async (db: Db, companyId: number, id: number, until: UtcText): Promise<void> =>
  void (await scoped(db, "company_exports", companyId).where({ id }).update({ busy_until: until }));

/** Nothing more is sent. */
export const endExport = async (
  db: Db,
  companyId: number,
  id: number,
  end: { outcome: "done" | "broken"; bytes: number },
  now: UtcText,
): Promise<void> =>
  void (await scoped(db, "company_exports", companyId)
    .where({ id })
    .update({ ...end, ended_at: now }));

export interface ListedExport extends CompanyExportRow {
  user_name: string | null;
  user_surname: string | null;
}

/** The newest first. */
export const listExports = async (db: Db, companyId: number): Promise<ListedExport[]> =>
  (await scoped(db, "company_exports", companyId)
    .leftJoin("users as asker", "asker.id", "company_exports.user_id")
    .orderBy("company_exports.id", "desc")
    .limit(LISTED)
    .select("company_exports.*", "asker.name as user_name", "asker.surname as user_surname")) as ListedExport[];
