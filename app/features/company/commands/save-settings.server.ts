import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { toFlag, toJson } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { getCompany, updateCompany } from "~/db/repositories/companies.server";
import { refusalError } from "~/domain/decision";
import type { RecipientSettings } from "~/domain/tracking/recipient-settings";
import { crossedRange } from "~/domain/validation/crossed-range";
import { nowText } from "~/services/now.server";
import type { CompanyDefaultsInput, PositionsKept, ProofInput, ProofsKept } from "../schemas";
import { publishSettings } from "./publish-settings.server";
import { proofColumnsOf } from "./save-template.server";

const HOURS = ["default_vehicle_start_hour", "default_vehicle_end_hour"] as const;

/**
 * What new plans, vehicles and visits start with; what exists stays as it is.
 * @throws AppError 403, 422 for working hours that run backwards
 */
export async function saveDefaults(session: CompanySession, input: CompanyDefaultsInput, tab?: string): Promise<void> {
  authorize(session, "company.settings");
  const crossed = crossedRange(HOURS, input, await getCompany(db(), session.company.id));
  if (crossed !== null) throw refusalError(crossed);
  await updateCompany(
    db(),
    session.company.id,
    { ...input, default_has_breaks: toFlag(input.default_has_breaks) },
    nowText(),
  );
  publishSettings(session, tab);
}

/** Which reasons drivers may choose; none means that none is asked for. @throws AppError 403 */
export async function saveFailReasons(session: CompanySession, ids: readonly number[], tab?: string): Promise<void> {
  authorize(session, "company.settings");
  await updateCompany(db(), session.company.id, { fail_reasons_settings: toJson(ids) }, nowText());
  publishSettings(session, tab);
}

/** What proof a visit needs that has no template of its own. @throws AppError 403 */
export async function saveConfirmation(session: CompanySession, input: ProofInput, tab?: string): Promise<void> {
  authorize(session, "company.settings");
  await updateCompany(db(), session.company.id, proofColumnsOf(input), nowText());
  publishSettings(session, tab);
}

/** For how many days it is known where vehicles were; what is older goes within the hour. @throws AppError 403 */
export async function savePositionsKept(session: CompanySession, input: PositionsKept, tab?: string): Promise<void> {
  authorize(session, "company.settings");
  await updateCompany(db(), session.company.id, input, nowText());
  publishSettings(session, tab);
}

/** For how many days photos and signatures are kept; what is older goes within the hour. @throws AppError 403 */
export async function saveProofsKept(session: CompanySession, input: ProofsKept, tab?: string): Promise<void> {
  authorize(session, "company.settings");
  await updateCompany(db(), session.company.id, input, nowText());
  publishSettings(session, tab);
}

/** What recipients see and may do on the pages of their links. @throws AppError 403 */
export async function saveRecipientPages(
  session: CompanySession,
  settings: RecipientSettings,
  tab?: string,
): Promise<void> {
  authorize(session, "company.settings");
  await updateCompany(db(), session.company.id, { recipient_settings: toJson(settings) }, nowText());
  publishSettings(session, tab);
}
