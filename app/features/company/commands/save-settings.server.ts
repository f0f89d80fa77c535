import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { toJson } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { updateCompany } from "~/db/repositories/companies.server";
import { nowText } from "~/services/now.server";
import { CompanyDefaults, FailReasonIds } from "../schemas";

/** What new plans, vehicles and visits start with; what exists stays as it is. @throws ZodError, AppError 403 */
export async function saveDefaults(session: CompanySession, fields: unknown): Promise<void> {
  authorize(session, "company.settings");
  await updateCompany(db(), session.company.id, CompanyDefaults.parse(fields), nowText());
}

/** Which reasons drivers may choose; none means that none is asked for. @throws ZodError, AppError 403 */
export async function saveFailReasons(session: CompanySession, ids: readonly unknown[]): Promise<void> {
  authorize(session, "company.settings");
  await updateCompany(db(), session.company.id, { fail_reasons_settings: toJson(FailReasonIds.parse(ids)) }, nowText());
}
