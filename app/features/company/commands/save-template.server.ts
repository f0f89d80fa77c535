import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { toFlag, toJson } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import {
  getConfirmationTemplate,
  insertConfirmationTemplate,
  removeConfirmationTemplates,
  updateConfirmationTemplate,
} from "~/db/repositories/confirmation-templates.server";
import { withTransaction } from "~/db/transaction.server";
import { nowText } from "~/services/now.server";
import { ProofForm, TemplateForm } from "../schemas";
import { publishSettings } from "./publish-settings.server";

/** What proof is asked for; templates and the company store it alike. @throws ZodError */
export function proofColumnsOf(fields: unknown) {
  const input = ProofForm.parse(fields);
  const settings = Object.fromEntries(
    Object.entries(input.settings).map(([tag, one]) => [tag, { ...one, enabled: toFlag(one.enabled) }]),
  );
  return {
    delivery_confirmation: input.deliveryConfirmation,
    pickup_confirmation: input.pickupConfirmation,
    confirmation_settings: toJson(settings),
  };
}

const columnsOf = (fields: unknown) => ({ ...TemplateForm.parse(fields), ...proofColumnsOf(fields) });

/** @returns id of the new template. @throws ZodError naming the fields, AppError 403 */
export async function createTemplate(session: CompanySession, fields: unknown, tab?: string): Promise<number> {
  authorize(session, "template.update");
  const id = await withTransaction(db(), (trx) =>
    insertConfirmationTemplate(trx, session.company.id, columnsOf(fields), nowText()),
  );
  publishSettings(session, tab);
  return id;
}

/** @throws ZodError, AppError 403, 404 */
export async function editTemplate(session: CompanySession, id: number, fields: unknown, tab?: string): Promise<void> {
  authorize(session, "template.update");
  await updateConfirmationTemplate(db(), session.company.id, id, columnsOf(fields), nowText());
  publishSettings(session, tab);
}

/** Visits that used it keep it. @returns its title. @throws AppError 403, 404 */
export async function removeTemplate(session: CompanySession, id: number, tab?: string): Promise<string> {
  authorize(session, "template.update");
  const removed = await withTransaction(db(), async (trx) => {
    const { title } = await getConfirmationTemplate(trx, session.company.id, id);
    await removeConfirmationTemplates(trx, session.company.id, [id], nowText());
    return title;
  });
  publishSettings(session, tab);
  return removed;
}
