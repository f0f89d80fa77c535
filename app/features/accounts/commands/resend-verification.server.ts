import { noteInLog } from "~/audit/note-in-log.server";
import { sendInstead, sendVerification } from "~/auth/account-links.server";
import { db } from "~/db/database.server";
import { findUserByEmailAcrossCompanies } from "~/db/repositories/users.server";
import { withTransaction } from "~/db/transaction.server";

/** Sends the verification once more, where one is due; anybody else costs the same work. */
export async function resendVerification(email: string): Promise<void> {
  await withTransaction(db(), async (trx) => {
    const user = await findUserByEmailAcrossCompanies(trx, email);
    if (user?.status === "active" && user.email_verified_at === null) await sendVerification(trx, user);
    else await sendInstead(trx, null);
    // Also for nobody: the answer takes as long.
    const subject = { model: "User", ids: user === undefined ? [] : [user.id] };
    await noteInLog(trx, { by: null, companyId: null, action: "account.request_verification", subject });
  });
}
