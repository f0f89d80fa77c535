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
  });
}
