import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { getCompany } from "~/db/repositories/companies.server";
import { isCompanyAdmin } from "~/domain/access/actor";
import { hoursText } from "~/domain/time/time-window";

/** What every member may know about the company. */
export async function loadGeneralPage(session: CompanySession) {
  authorize(session, "company.view");
  const company = await getCompany(db(), session.company.id);
  const { actor } = session;
  const roles = [
    actor.isOwner ? "Owner" : "",
    isCompanyAdmin(actor) && !actor.isOwner ? "Admin" : "",
    actor.isDispatcher ? "Dispatcher" : "",
    actor.isDriver ? "Driver" : "",
  ].filter(Boolean);
  return {
    title: company.title,
    email: company.email,
    phone: company.phone,
    roles: roles.join(", ") || "Guest",
    defaults: {
      visitDurationMin: company.default_visit_duration,
      squashDurationMin: company.default_squash_duration,
      vehicleHours: hoursText(company.default_vehicle_start_hour, company.default_vehicle_end_hour),
    },
  };
}
