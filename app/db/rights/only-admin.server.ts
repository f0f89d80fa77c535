import { RecordStatus } from "~/domain/record-status";
import type { Db } from "../client.server";

/**
 * Titles of the companies that nobody but this person could manage: open ones whose owner or administrator they are,
 * without another owner or administrator whose account is there.
 */
export async function onlyAdminOfAcrossCompanies(db: Db, userId: number): Promise<string[]> {
  const administered = db("company_members")
    .where({ user_id: userId, is_admin: 1, status: RecordStatus.Active })
    .select("company_id");
  return (await db("companies")
    .whereNull("companies.deleted_at")
    .where((theirs) => void theirs.where("companies.user_id", userId).orWhereIn("companies.id", administered))
    .whereNotExists(
      db("users as owner")
        .whereRaw("owner.id = companies.user_id")
        .whereNot("owner.id", userId)
        .whereNull("owner.deleted_at")
        .select("owner.id"),
    )
    .whereNotExists(
      db("company_members as other")
        .join("users as admin", "admin.id", "other.user_id")
        .whereRaw("other.company_id = companies.id")
        .where({ "other.is_admin": 1, "other.status": RecordStatus.Active, "other.invitation_type": 1 })
        .whereNot("admin.id", userId)
        .whereNull("admin.deleted_at")
        .select("other.id"),
    )
    .orderBy("companies.id")
    .pluck("companies.title")) as string[];
}
