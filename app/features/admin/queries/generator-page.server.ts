import { billingIsOn } from "~/planner/company-package.server";
import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { listRuns, madeBy, optionsOf } from "~/db/repositories/generator-runs.server";
import type { GeneratorRunRow } from "~/db/tables";
import { isGenerating } from "~/domain/generator/generator-status";
import { visitsOf } from "~/domain/generator/made-up-company";
import { adminNav } from "../admin-nav";

function shownRun(row: GeneratorRunRow) {
  const options = optionsOf(row);
  return {
    id: row.id,
    title: row.title,
    status: row.status,
    failure: row.failure,
    made: madeBy(row).length,
    companies: options.companies,
    visits: visitsOf(options),
    createdAt: row.created_at,
  };
}
export type ShownRun = ReturnType<typeof shownRun>;

/** The newest runs. @throws AppError 403 */
export async function loadRuns(session: CompanySession): Promise<ShownRun[]> {
  authorize(session, "system.generator");
  return (await listRuns(db())).map(shownRun);
}

/** @throws AppError 403 */
export async function loadGeneratorPage(session: CompanySession) {
  const runs = await loadRuns(session);
  return {
    runs,
    isGenerating: runs.some(({ status }) => isGenerating(status)),
    tabs: adminNav(session.actor, billingIsOn()),
  };
}
export type GeneratorPage = Awaited<ReturnType<typeof loadGeneratorPage>>;
