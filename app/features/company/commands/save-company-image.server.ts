import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { lockCompany, updateCompany } from "~/db/repositories/companies.server";
import { afterCommit, withTransaction } from "~/db/transaction.server";
import { onePicture } from "~/http/actions/image-form-action.server";
import type { ActionFile } from "~/http/actions/define-actions.server";
import { removePicture } from "~/services/images/remove-picture.server";
import { nowText } from "~/services/now.server";
import { publishSettings } from "./publish-settings.server";

/** The company's picture; the one before is removed. @throws AppError 403, 422 when no file came along */
export async function saveCompanyImage(
  session: CompanySession,
  files: readonly ActionFile[],
  tab?: string,
): Promise<void> {
  authorize(session, "company.update");
  await replaceImage(session, onePicture(files).key, tab);
}

/** @throws AppError 403 */
export async function removeCompanyImage(session: CompanySession, tab?: string): Promise<void> {
  authorize(session, "company.update");
  await replaceImage(session, null, tab);
}

async function replaceImage(session: CompanySession, key: string | null, tab: string | undefined): Promise<void> {
  const companyId = session.company.id;
  await withTransaction(db(), async (trx) => {
    const { image } = await lockCompany(trx, companyId);
    await updateCompany(trx, companyId, { image: key }, nowText());
    if (image !== null) afterCommit(trx, () => removePicture(image));
  });
  publishSettings(session, tab);
}
