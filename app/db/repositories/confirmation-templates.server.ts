import type { Db } from "../client.server";
import { orderByText } from "../dialect.server";
import type { Changes, ConfirmationTemplateRow, New, UtcText } from "../tables";
import { getById, insertScoped, lockById, softDelete, scoped, updateScoped } from "./scoped.server";

export type NewConfirmationTemplate = New<ConfirmationTemplateRow, "title">;

/** Templates by title. */
export async function listConfirmationTemplates(db: Db, companyId: number): Promise<ConfirmationTemplateRow[]> {
  return (await orderByText(scoped(db, "confirmation_templates", companyId), "title").orderBy(
    "id",
  )) as ConfirmationTemplateRow[];
}

/** @throws AppError 404 */
export const getConfirmationTemplate = (db: Db, companyId: number, id: number): Promise<ConfirmationTemplateRow> =>
  getById(db, "confirmation_templates", companyId, id);
/** The same row, which stays as it is until the transaction ends. @throws AppError 404 */
export const lockConfirmationTemplate = (trx: Db, companyId: number, id: number): Promise<ConfirmationTemplateRow> =>
  lockById(trx, "confirmation_templates", companyId, id);
/** Templates of visits, removed ones too: visits that used one keep it. Unknown ids are left out. */
export async function confirmationTemplatesWithRemoved(
  db: Db,
  companyId: number,
  ids: readonly number[],
): Promise<ConfirmationTemplateRow[]> {
  const wanted = [...new Set(ids)];
  return wanted.length === 0
    ? []
    : ((await db("confirmation_templates")
        .where({ company_id: companyId })
        .whereIn("id", wanted)) as ConfirmationTemplateRow[]);
}
/** @returns the new id */
export const insertConfirmationTemplate = (
  db: Db,
  companyId: number,
  values: NewConfirmationTemplate,
  now: UtcText,
): Promise<number> => insertScoped(db, "confirmation_templates", companyId, values, now);
/** @throws AppError 404 */
export const updateConfirmationTemplate = (
  db: Db,
  companyId: number,
  id: number,
  changes: Changes<ConfirmationTemplateRow>,
  now: UtcText,
): Promise<void> => updateScoped(db, "confirmation_templates", companyId, id, changes, now);
/** Hides templates; visits that used one keep it. @throws AppError 404 */
export const removeConfirmationTemplates = (
  db: Db,
  companyId: number,
  ids: readonly number[],
  now: UtcText,
): Promise<void> => softDelete(db, "confirmation_templates", companyId, ids, now);
