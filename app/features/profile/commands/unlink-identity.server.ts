import { authorize } from "~/auth/actor.server";
import { ofPerson } from "~/auth/session.server";
import type { CompanySession } from "~/auth/session.server";
import { waysInOf } from "~/auth/ways-in.server";
import { db } from "~/db/database.server";
import { listIdentities, removeIdentity } from "~/db/repositories/identities.server";
import { lockUser } from "~/db/repositories/users.server";
import { withTransaction } from "~/db/transaction.server";
import { mayUnlink } from "~/domain/access/ways-in";
import { AppError, notFound } from "~/lib/errors";

/** An account elsewhere opens this one no more. @throws AppError 404, 409 for the last way in */
export async function unlinkIdentity(session: CompanySession, identityId: number): Promise<void> {
  authorize(session, "profile.update");
  const { userId } = ofPerson(session);
  await withTransaction(db(), async (trx) => {
    // Of two that are unlinked at once, one has to see the other gone.
    const user = await lockUser(trx, userId);
    if (!(await listIdentities(trx, userId)).some(({ id }) => id === identityId)) throw notFound("Linked account");
    if (!mayUnlink(await waysInOf(trx, user)))
      throw new AppError("identity.last", "This is your only way to sign in. Set a password first.", { status: 409 });
    await removeIdentity(trx, userId, identityId);
  });
}
