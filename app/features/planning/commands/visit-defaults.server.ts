import type { CompanySession } from "~/auth/session.server";
import { companySettingsFromRow } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { getCompany } from "~/db/repositories/companies.server";
import type { Filled } from "../visit-schemas";

/** What was posted of a visit, with the company's default where the service time was emptied. */
export async function withCompanyDefaults<T extends { serviceTime?: number | null | undefined }>(
  session: CompanySession,
  input: T,
): Promise<Filled<T>> {
  const { serviceTime } = input;
  if (serviceTime !== null) return { ...input, serviceTime: serviceTime as Exclude<T["serviceTime"], null> };
  const { defaultVisitDuration } = companySettingsFromRow(await getCompany(db(), session.company.id));
  return { ...input, serviceTime: defaultVisitDuration as Exclude<T["serviceTime"], null> };
}
