import { noteInLog } from "~/audit/note-in-log.server";
import { sendInstead, sendReset } from "~/auth/account-links.server";
import { db } from "~/db/database.server";
import { findUserByEmailAcrossCompanies } from "~/db/repositories/users.server";
import { withTransaction } from "~/db/transaction.server";

/** Sends the link for a new password, where there is an account that may work; anybody else costs the same work. */
export async function requestReset(email: string): Promise<void> {
  await withTransaction(db(), async (trx) => {
    const user = await findUserByEmailAcrossCompanies(trx, email);
    if (user?.status === "active") await sendReset(trx, user);
    else await sendInstead(trx, null);
    // Also for nobody: the answer takes as long.
    const subject = { model: "User", ids: user === undefined ? [] : [user.id] };
    await noteInLog(trx, { by: null, companyId: null, action: "account.request_password", subject });
  });
}
