import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { toFlag, toJson } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { getConfirmationTemplate, insertConfirmationTemplate, removeConfirmationTemplates, updateConfirmationTemplate } from "~/db/repositories/confirmation-templates.server";
import { withTransaction } from "~/db/transaction.server";
import { nowText } from "~/services/now.server";
import { TemplateForm } from "../schemas";

function columnsOf(fields: unknown) {
  const input = TemplateForm.parse(fields);
  const settings = Object.fromEntries(Object.entries(input.settings).map(([tag, one]) => [tag, { ...one, enabled: toFlag(one.enabled) }]));
  return { title: input.title, delivery_confirmation: input.deliveryConfirmation, pickup_confirmation: input.pickupConfirmation, confirmation_settings: toJson(settings) };
}

/** @returns id of the new template. @throws ZodError naming the fields, AppError 403 */
export async function createTemplate(session: CompanySession, fields: unknown): Promise<number> {
  authorize(session, "template.update");
  return insertConfirmationTemplate(db(), session.company.id, columnsOf(fields), nowText());
}

/** @throws ZodError, AppError 403, 404 */
export async function editTemplate(session: CompanySession, id: number, fields: unknown): Promise<void> {
  authorize(session, "template.update");
  await updateConfirmationTemplate(db(), session.company.id, id, columnsOf(fields), nowText());
}

/** Visits that used it keep it. @returns its title. @throws AppError 403, 404 */
export async function removeTemplate(session: CompanySession, id: number): Promise<string> {
  authorize(session, "template.update");
  return withTransaction(db(), async (trx) => {
    const { title } = await getConfirmationTemplate(trx, session.company.id, id);
    await removeConfirmationTemplates(trx, session.company.id, [id], nowText());
    return title;
  });
}
