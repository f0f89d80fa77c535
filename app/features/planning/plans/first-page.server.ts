import type { CompanySession } from "~/auth/session.server";
import { parseJson } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { firstStepsOf } from "~/db/repositories/first-steps.server";
import type { FirstSteps } from "~/db/repositories/first-steps.server";
import { findSampleDay } from "~/db/repositories/sample-days.server";
import { findUserAcrossCompanies } from "~/db/repositories/users.server";
import { can } from "~/domain/access/permissions";
import type { UserSettings } from "~/domain/access/user-settings";
import { services } from "~/services/container.server";

export interface FirstPage {
  /** the steps until the first plan is calculated; null: all done, or hidden by the user */
  steps: FirstSteps | null;
  /** the plan of the sample day, if the company has loaded it */
  samplePlanId: number | null;
  /** nothing is planned yet, so a sample helps */
  offersSample: boolean;
  /** an extract is built: routes follow roads, and maps show them */
  hasRoads: boolean;
}

/** What guides a newcomer on the first page. */
export async function loadFirstPage(session: CompanySession): Promise<FirstPage> {
  const companyId = session.company.id;
  if (!can(session.actor, "plan.create", { companyId }))
    return { steps: null, samplePlanId: null, offersSample: false, hasRoads: false };
  const sample = await findSampleDay(db(), companyId);
  const steps = await firstStepsOf(db(), companyId);
  const { id } = session.user;
  const user = id === null ? undefined : await findUserAcrossCompanies(db(), id);
  const settings = parseJson<UserSettings>(user?.settings ?? null, {});
  const isShown = !steps.hasCalculated && sample === undefined && settings.firstStepsHidden !== true;
  return {
    steps: isShown ? steps : null,
    samplePlanId: sample?.made?.planId ?? null,
    offersSample: sample === undefined && !steps.hasPlan,
    hasRoads: services().regions.list().length > 0,
  };
}
