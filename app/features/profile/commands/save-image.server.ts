import { authorize } from "~/auth/actor.server";
import { ofPerson } from "~/auth/session.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { lockUser, updateUser } from "~/db/repositories/users.server";
import { afterCommit, withTransaction } from "~/db/transaction.server";
import type { ActionFile } from "~/http/actions/define-actions.server";
import { onePicture } from "~/http/actions/image-form-action.server";
import { removePicture } from "~/services/images/remove-picture.server";
import { nowText } from "~/services/now.server";
import { publishPerson } from "../publish-person.server";

/** One's own picture, or none; the one before is removed. @throws AppError 422 when no file came along */
export async function saveOwnImage(session: CompanySession, files: readonly ActionFile[], tab?: string): Promise<void> {
  authorize(session, "profile.update");
  await replaceImage(ofPerson(session).userId, onePicture(files).key, tab);
}

export async function removeOwnImage(session: CompanySession, tab?: string): Promise<void> {
  authorize(session, "profile.update");
  await replaceImage(ofPerson(session).userId, null, tab);
}

async function replaceImage(userId: number, key: string | null, tab: string | undefined): Promise<void> {
  await withTransaction(db(), async (trx) => {
    const { image } = await lockUser(trx, userId);
    await updateUser(trx, userId, { image: key }, nowText());
    await publishPerson(trx, userId, tab);
    if (image !== null) afterCommit(trx, () => removePicture(image));
  });
}
