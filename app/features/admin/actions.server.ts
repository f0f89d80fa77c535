/** What super admins do to the platform. */
import { leaveCompany, openCompany } from "~/auth/session.server";
import { NoInput } from "~/domain/validation/wire-fields";
import { action, defineActions, pickActions } from "~/http/actions/define-actions.server";
import { publishSite } from "~/realtime/publisher.server";
import { nowSec } from "~/services/now.server";
import { paths } from "~/paths";
import { OneCompany } from "./schemas";

export const ADMIN_ACTIONS = defineActions({
  "company.open": action({
    summary: "Opens any company: its data are what the session works on until it is left.",
    permission: "companies.open",
    idempotent: true,
    input: OneCompany,
    run: (session, { company_id }) => openCompany(session, company_id),
    answer: () => ({ redirectTo: paths.adminCompanyGeneral() }),
  }),
  "company.leave": action({
    summary: "Leaves the company that was opened, back to one's own.",
    permission: "companies.open",
    idempotent: true,
    input: NoInput,
    run: (session) => leaveCompany(session),
    answer: () => ({ redirectTo: paths.adminCompanies() }),
  }),
  "site.announce": action({
    summary: "Asks on all open pages of signed-in people whether to load them anew, because the site was upgraded.",
    permission: "site.announce",
    idempotent: false,
    input: NoInput,
    async run() {
      publishSite(`announced-${nowSec()}`);
    },
    answer: () => ({ message: "All open pages have been told", redirectTo: paths.adminDashboard() }),
  }),
});

export const ADMIN_SITE_ACTIONS = pickActions(ADMIN_ACTIONS, "site.announce");
export const ADMIN_COMPANIES_ACTIONS = pickActions(ADMIN_ACTIONS, "company.open", "company.leave");
