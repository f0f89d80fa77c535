import { authorize } from "~/auth/actor.server";
import { askedProof } from "~/auth/proof.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { getCompany } from "~/db/repositories/companies.server";
import { listCountries, listIndustries } from "~/db/repositories/reference.server";
import { isCompanyAdmin } from "~/domain/access/actor";
import { can } from "~/domain/access/permissions";
import { RecordStatus } from "~/domain/record-status";
import { hoursText } from "~/domain/time/time-window";
import { imageTag } from "~/lib/image-tag";

const optionsOf = (rows: readonly { id: number; title: string }[]) =>
  rows.map(({ id, title }) => ({ value: String(id), label: title }));

/** What every member may know about the company. */
export async function loadGeneralPage(session: CompanySession) {
  authorize(session, "company.view");
  const company = await getCompany(db(), session.company.id);
  const { actor } = session;
  const mayChange = can(actor, "company.update");
  const countries = await listCountries(db());
  const industries = await listIndustries(db());
  const mayRemove = can(actor, "company.remove", { companyId: company.id });
  const roles = [
    actor.isOwner ? "Owner" : "",
    isCompanyAdmin(actor) ? "Admin" : "",
    actor.isDispatcher ? "Dispatcher" : "",
    actor.isDriver ? "Driver" : "",
  ].filter(Boolean);
  return {
    id: company.id,
    title: company.title,
    hasImage: company.image !== null,
    imageTag: imageTag(company.image),
    email: company.email,
    phone: company.phone,
    countryId: company.country_id,
    country: countries.find(({ id }) => id === company.country_id)?.title ?? null,
    industryId: company.industry_id,
    industry: industries.find(({ id }) => id === company.industry_id)?.title ?? null,
    /** null for those who may only look */
    choices: mayChange ? { countries: optionsOf(countries), industries: optionsOf(industries) } : null,
    /** who may close the company, and whether they have to show first that it is them; null for others */
    removal: mayRemove ? { proof: await askedProof(session) } : null,
    /** null for all but super admins */
    managed: can(actor, "companies.manage")
      ? { isActive: company.status === RecordStatus.Active, comment: company.admin_comment ?? "" }
      : null,
    roles: roles.join(", ") || (session.opened === true ? "Super admin" : "Guest"),
    defaults: {
      visitDurationMin: company.default_visit_duration,
      squashDurationMin: company.default_squash_duration,
      vehicleHours: hoursText(company.default_vehicle_start_hour, company.default_vehicle_end_hour),
    },
  };
}

export type GeneralPage = Awaited<ReturnType<typeof loadGeneralPage>>;
