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
import type { ProofInput, TemplateInput } from "../schemas";
import { publishTemplate } from "./publish-settings.server";

/** What proof is asked for; templates and the company store it alike. */
export function proofColumnsOf(input: ProofInput) {
  const settings = Object.fromEntries(
    Object.entries(input.settings).map(([tag, one]) => [tag, { enabled: 1, ...one }]),
  );
  return {
    delivery_confirmation: toFlag(input.delivery_confirmation),
    pickup_confirmation: toFlag(input.pickup_confirmation),
    confirmation_settings: toJson(settings),
  };
}

const columnsOf = (input: TemplateInput) => ({ title: input.title, ...proofColumnsOf(input) });

/** @returns id of the new template. @throws AppError 403 */
export async function createTemplate(session: CompanySession, input: TemplateInput, tab?: string): Promise<number> {
  authorize(session, "template.update");
  const id = await withTransaction(db(), (trx) =>
    insertConfirmationTemplate(trx, session.company.id, columnsOf(input), nowText()),
  );
  publishTemplate(session, "create", id, tab);
  return id;
}

/** @throws AppError 403, 404 */
export async function editTemplate(
  session: CompanySession,
  id: number,
  input: TemplateInput,
  tab?: string,
): Promise<void> {
  authorize(session, "template.update");
  await updateConfirmationTemplate(db(), session.company.id, id, columnsOf(input), nowText());
  publishTemplate(session, "update", id, tab);
}

/** Visits that used it keep it. @returns its title. @throws AppError 403, 404 */
export async function removeTemplate(session: CompanySession, id: number, tab?: string): Promise<string> {
  authorize(session, "template.update");
  const removed = await withTransaction(db(), async (trx) => {
    const { title } = await getConfirmationTemplate(trx, session.company.id, id);
    await removeConfirmationTemplates(trx, session.company.id, [id], nowText());
    return title;
  });
  publishTemplate(session, "destroy", id, tab);
  return removed;
}
