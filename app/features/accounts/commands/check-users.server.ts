import type { z } from "zod";
import { sendVerification } from "~/auth/account-links.server";
import { db } from "~/db/database.server";
import { getUserAcrossCompanies, isEmailFree } from "~/db/repositories/users.server";
import { withTransaction } from "~/db/transaction.server";
import { AppError } from "~/lib/errors";
import type { UsersList } from "../schemas";

export const VERIFICATION_SENT = "Verification email sent successfully.";

/**
 * What those who may edit users ask about them.
 * @throws AppError 404, 409 for an e-mail that is verified already
 */
export async function checkUsers({ action, id, email }: z.output<typeof UsersList>): Promise<boolean | string> {
  if (action === "check-email") return isEmailFree(db(), email, id ?? undefined);
  await withTransaction(db(), async (trx) => {
    const user = await getUserAcrossCompanies(trx, id ?? 0);
    if (user.email_verified_at !== null)
      throw new AppError("email.verified", "This e-mail is verified already.", { status: 409 });
    await sendVerification(trx, user);
  });
  return VERIFICATION_SENT;
}
