import { removedBy } from "~/audit/removed-by.server";
import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { companySettingsFromRow, confirmationSettingsFromJson, parseJson } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { getCompany } from "~/db/repositories/companies.server";
import { listConfirmationTemplates } from "~/db/repositories/confirmation-templates.server";
import type { CompanyRow, ConfirmationTemplateRow } from "~/db/tables";
import { can } from "~/domain/access/permissions";
import type { CompanySettings } from "~/domain/company/company";
import { recipientSettingsOf } from "~/domain/tracking/recipient-settings";
import type { RecipientSettings } from "~/domain/tracking/recipient-settings";
import { dialogOf } from "~/http/list-request.server";
import { defaultsFormTexts } from "../settings-form-values";
import { keptQuestionOf } from "./kept-days.server";

const shown = (row: ConfirmationTemplateRow) => ({
  id: row.id,
  title: row.title,
  delivery: row.delivery_confirmation === 1,
  pickup: row.pickup_confirmation === 1,
  settings: confirmationSettingsFromJson(row.confirmation_settings),
});
export type TemplateItem = ReturnType<typeof shown>;

/**
 * The company's templates; `item` is the one that a dialog is about. Defaults, proof and fail reasons for those who may
 * set them.
 */
export async function loadSettingsPage(session: CompanySession, request: Request) {
  authorize(session, "template.list");
  const row = await getCompany(db(), session.company.id);
  const templates = (await listConfirmationTemplates(db(), session.company.id)).map(shown);
  const { id } = dialogOf(request);
  const item = templates.find((one) => one.id === id) ?? null;
  return {
    settings: can(session.actor, "company.settings")
      ? {
          ...settingsOf(companySettingsFromRow(row), row),
          recipients: recipientSettingsOf(parseJson<Record<string, unknown>>(row.recipient_settings, {})),
        }
      : null,
    keptQuestion: can(session.actor, "company.settings") ? await keptQuestionOf(request, session.company.id) : null,
    templates,
    item,
    removedBy: id === null || item !== null ? null : await removedBy(session.company.id, "confirmation_templates", id),
  };
}

const settingsOf = (company: CompanySettings, kept: Pick<CompanyRow, "positions_kept_days" | "proofs_kept_days">) => ({
  defaults: { texts: defaultsFormTexts(company), hasBreaks: company.defaultHasBreaks },
  failReasons: [...company.failReasonsSettings],
  confirmation: {
    delivery: company.deliveryConfirmation,
    pickup: company.pickupConfirmation,
    settings: company.confirmationSettings,
  },
  positionsKeptDays: kept.positions_kept_days,
  proofsKeptDays: kept.proofs_kept_days,
});
export type CompanySettingsData = ReturnType<typeof settingsOf> & { recipients: RecipientSettings };
