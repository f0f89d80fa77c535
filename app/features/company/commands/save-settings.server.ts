import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { companySettingsFromRow, parseJson, toFlag, toJson } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { lockCompany, updateCompany } from "~/db/repositories/companies.server";
import type { CompanyChanges } from "~/db/repositories/companies.server";
import type { CompanyRow } from "~/db/tables";
import { withTransaction } from "~/db/transaction.server";
import { refusalError } from "~/domain/decision";
import { recipientSettingsOf } from "~/domain/tracking/recipient-settings";
import { crossedRange } from "~/domain/validation/crossed-range";
import { refuseStaleFields } from "~/domain/validation/stale-fields";
import type { FieldTexts } from "~/domain/validation/stale-fields";
import { FAIL_REASONS } from "~/domain/visit/fail-reasons";
import { withListChanges } from "~/lib/list-changes";
import { pickDefined } from "~/lib/pick";
import { nowText } from "~/services/now.server";
import type { CompanyDefaultsInput, FailReasons, ProofInput, RecipientPages } from "../schemas";
import { defaultsFormTexts, settingsWords } from "../settings-form-values";
import { publishSettings } from "./publish-settings.server";
import { proofColumnsWith, refuseStaleProof } from "./save-template.server";

/**
 * @param seen what the form's fields showed before
 * @throws AppError 403, 409 for fields that somebody else has changed since
 */
type SaveSettings<Input> = (session: CompanySession, input: Input, tab?: string, seen?: FieldTexts) => Promise<void>;

/** Changes some of the company's columns, by those that it has. @throws AppError 403 */
async function change(
  session: CompanySession,
  tab: string | undefined,
  changesOf: (company: CompanyRow) => CompanyChanges,
): Promise<void> {
  authorize(session, "company.settings");
  const companyId = session.company.id;
  await withTransaction(db(), async (trx) => {
    const company = await lockCompany(trx, companyId);
    await updateCompany(trx, companyId, changesOf(company), nowText());
  });
  publishSettings(session, tab);
}

const HOURS = ["default_vehicle_start_hour", "default_vehicle_end_hour"] as const;

/**
 * What new plans, vehicles and visits start with; what exists stays as it is.
 * `seen` is as `defaultsFormTexts` writes it.
 * @throws AppError also 422 for working hours that run backwards
 */
export const saveDefaults: SaveSettings<CompanyDefaultsInput> = (session, input, tab, seen = {}) =>
  change(session, tab, (company) => {
    const { default_has_breaks: hasBreaks, ...given } = pickDefined(input);
    const textsOf = (row: CompanyRow) => defaultsFormTexts(companySettingsFromRow(row));
    const texts = { seen, stored: textsOf(company), next: textsOf({ ...company, ...given }) };
    refuseStaleFields("company.changed", texts, (name) => settingsWords(name, texts.stored[name]));
    const crossed = crossedRange(HOURS, { ...company, ...given }, company);
    if (crossed !== null) throw refusalError(crossed);
    return { ...given, ...(hasBreaks === undefined ? {} : { default_has_breaks: toFlag(hasBreaks) }) };
  });

/** Which reasons drivers may choose; none means that none is asked for. @throws AppError 403 */
export const saveFailReasons = (session: CompanySession, input: FailReasons, tab?: string): Promise<void> =>
  change(session, tab, (company) => {
    const ids = FAIL_REASONS.map(({ id }) => id);
    const { failReasonsSettings: stored } = companySettingsFromRow(company);
    const changes = { all: input.reasons, add: input.add_reasons, remove: input.remove_reasons };
    return { fail_reasons_settings: toJson(withListChanges(ids, stored, changes)) };
  });

/**
 * What proof a visit needs that has no template of its own.
 * `seen` is as `shownProof` has it.
 * @throws ZodError also, naming the fields
 */
export const saveConfirmation: SaveSettings<ProofInput> = (session, input, tab, seen = {}) =>
  change(session, tab, (company) => {
    refuseStaleProof("company.changed", company, { ways: input.ways }, seen);
    return proofColumnsWith(company, input);
  });

/** What recipients see and may do on the pages of their links. @throws AppError 403 */
export const saveRecipientPages = (session: CompanySession, input: RecipientPages, tab?: string): Promise<void> =>
  change(session, tab, (company) => {
    const stored = recipientSettingsOf(parseJson<Record<string, unknown>>(company.recipient_settings, {}));
    return { recipient_settings: toJson({ ...stored, ...pickDefined(input) }) };
  });
