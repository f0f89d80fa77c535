import type { CompanySession, Session } from "~/auth/session.server";
import { ofPerson } from "~/auth/session.server";
import { DEFAULT_TITLE } from "~/auth/found-company.server";
import { db } from "~/db/database.server";
import { getCompany } from "~/db/repositories/companies.server";
import { listCountries, listIndustries } from "~/db/repositories/reference.server";
import { getUserAcrossCompanies } from "~/db/repositories/users.server";
import { nationalPhone } from "~/domain/validation/national-phone";
import { can } from "~/domain/access/permissions";
import { paths } from "~/paths";
import { services } from "~/services/container.server";
import { phoneOptions } from "./phone-options.server";

/** An incomplete profile is completed on the planning page, before anything else; drivers, who plan nothing, go on. */
export const mustCompleteFirst = ({ mustComplete, actor }: Session, request: Request): boolean =>
  mustComplete === true && can(actor, "plan.list") && !new URL(request.url).pathname.endsWith(paths.planningMain());

/** What an incomplete profile has and lacks; null for a complete one. */
export async function loadCompletion(session: CompanySession) {
  if (session.mustComplete !== true) return null;
  const user = await getUserAcrossCompanies(db(), ofPerson(session).userId);
  const company = await getCompany(db(), session.company.id);
  const countries = await listCountries(db());
  const codeOf = (id: number | null) => countries.find((country) => country.id === id)?.code ?? "";
  const phone = user.phone === null ? null : nationalPhone(user.phone);
  const home = countries.find(({ id }) => id === company.country_id);
  return {
    name: user.name,
    surname: user.surname,
    phone: {
      national: phone?.national ?? "",
      country: phone?.country || codeOf(user.country_id) || codeOf(company.country_id),
      options: phoneOptions(countries),
    },
    company: session.actor.isOwner
      ? {
          title: company.title === DEFAULT_TITLE ? "" : company.title,
          countryId: company.country_id,
          countries: countries.map(({ id, title }) => ({ value: String(id), label: title })),
          industryId: company.industry_id,
          industries: (await listIndustries(db())).map(({ id, title }) => ({ value: String(id), label: title })),
          map: services().baseMaps.current(session.user.settings.map),
          center: home === undefined ? null : { lat: home.lat, lng: home.lng },
        }
      : null,
  };
}
export type Completion = NonNullable<Awaited<ReturnType<typeof loadCompletion>>>;
