/** What super admins do to the platform. */
import { leaveCompany, openCompany } from "~/auth/session.server";
import { NoInput } from "~/domain/validation/wire-fields";
import { action, defineActions, pickActions } from "~/http/actions/define-actions.server";
import { NewId } from "~/http/actions/tells";
import { paths } from "~/paths";
import { announceUpgrade } from "./commands/announce-upgrade.server";
import { removeRun, startRun } from "./commands/generator-runs.server";
import { restoreCompany } from "./commands/restore-company.server";
import { NewRun, OneCompany, OneRun } from "./schemas";

export const ADMIN_ACTIONS = defineActions({
  "company.open": action({
    summary: "Opens any company: its data are what the session works on until it is left.",
    permission: "companies.open",
    idempotent: true,
    toAnyCompany: true,
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
  "company.restore": action({
    summary: "Brings a deleted company back, as long as its data have not been erased.",
    permission: "companies.manage",
    idempotent: false,
    toAnyCompany: true,
    input: OneCompany,
    run: (session, { company_id }) => restoreCompany(session, company_id),
    answer: (title) => ({ message: `${title} is back`, redirectTo: paths.adminCompanies() }),
  }),
  "generator.start": action({
    summary: "Makes up companies with plans, vehicles and visits around a place, for tests and trainings.",
    permission: "system.generator",
    idempotent: false,
    input: NewRun,
    tells: NewId,
    run: (session, options) => startRun(session, options),
    answer: () => ({ message: "The companies are being made", redirectTo: paths.generator() }),
  }),
  "generator.remove": action({
    summary: "Removes what a run of the generator made, with everything that was added to it since.",
    permission: "system.generator",
    idempotent: true,
    input: OneRun,
    run: (session, { run_id }) => removeRun(session, run_id),
    answer: (title) => ({ message: `${title} is being removed`, redirectTo: paths.generator() }),
  }),
  "site.announce": action({
    summary: "Asks on all open pages of signed-in people whether to load them anew, because the site was upgraded.",
    permission: "site.announce",
    idempotent: false,
    input: NoInput,
    run: (session) => announceUpgrade(session),
    answer: () => ({ message: "All open pages have been told", redirectTo: paths.adminDashboard() }),
  }),
});

export const ADMIN_SITE_ACTIONS = pickActions(ADMIN_ACTIONS, "site.announce");
export const ADMIN_COMPANIES_ACTIONS = pickActions(ADMIN_ACTIONS, "company.open", "company.leave", "company.restore");
export const GENERATOR_ACTIONS = pickActions(ADMIN_ACTIONS, "generator.start", "generator.remove");
