/** What companies have used of what they pay for, as programs read it. */
import { z } from "zod";
import { actorIn, authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { getCompany } from "~/db/repositories/companies.server";
import { listAccessesOfUserAcrossCompanies } from "~/db/repositories/members.server";
import { can } from "~/domain/access/permissions";
import { billingLabel, usageColour } from "~/domain/billing/billing-record";
import { notFound } from "~/lib/errors";
import { billingIsOn, packageOf } from "~/planner/company-package.server";
import { nowText } from "~/services/now.server";

/** What a company pays for, in short. */
export const CompanyUsage = z.strictObject({
  company_id: z.int(),
  package: z.string(),
  /** Trial or Active */
  label: z.string(),
  visits_used: z.int(),
  visits_limit: z.int(),
  colour: z.enum(["red", "orange", "green"]),
  start_date: z.string(),
  /** null: forever */
  end_date: z.string().nullable(),
  next_reset: z.string().nullable(),
});

/** @throws AppError 403, 404 for a company that the caller has no access to: a program has none but its own */
async function authorizeUsage(session: CompanySession, companyIds: readonly number[]): Promise<void> {
  const others = companyIds.filter((id) => id !== session.company.id);
  if (others.length < companyIds.length) authorize(session, "company.billing", { companyId: session.company.id });
  if (others.length === 0 || can(session.actor, "billing.manage")) return;
  const { id: userId } = session.user;
  const accesses = userId === null ? [] : await listAccessesOfUserAcrossCompanies(db(), userId);
  for (const companyId of others) {
    const access = accesses.find(({ company_id }) => company_id === companyId);
    if (access === undefined) throw notFound("Company");
    authorize({ actor: actorIn(session.actor, access) }, "company.billing", { companyId });
  }
}

/** @throws AppError 403, 404, also where nothing is billed */
export async function usageOfCompanies(session: CompanySession, companyIds: readonly number[]) {
  if (!billingIsOn()) throw notFound("Company billing");
  const usages: z.output<typeof CompanyUsage>[] = [];
  await authorizeUsage(session, companyIds);
  for (const companyId of companyIds) {
    await getCompany(db(), companyId);
    const { record, usage } = await packageOf(db(), companyId, nowText());
    usages.push({
      company_id: companyId,
      package: record.packageKey,
      label: billingLabel(record),
      visits_used: usage.used,
      visits_limit: usage.limit,
      colour: usageColour(usage.used, usage.limit),
      start_date: record.startDate,
      end_date: record.endDate,
      next_reset: usage.nextReset,
    });
  }
  return usages;
}
