/** Signing in with a passkey alone: it is something one has, opened by something one is or knows. */
import { takePasskey, passkeyRefused } from "./passkeys.server";
import { openSession } from "./session.server";
import { blockedAccount } from "./sign-in.server";
import { networkOf, takeAll } from "./try-limits.server";
import { noteInLog } from "~/audit/note-in-log.server";
import { db } from "~/db/database.server";
import { findUserAcrossCompanies } from "~/db/repositories/users.server";
import { withTransaction } from "~/db/transaction.server";
import type { AppError } from "~/lib/errors";
import { tooManyTries } from "~/services/hash-gate.server";
import type { Limit } from "~/services/limits/limits.server";

/** An office that shares an address stays within it; nobody guesses a signature. */
const BY_ADDRESS: Limit = { name: "passkey-address", uses: 100, windowSec: 300 };

/** Every sign-in page that is opened asks one. */
const QUESTIONS: Limit = { name: "passkey-questions", uses: 600, windowSec: 300 };

/** @throws AppError 429 */
async function count(limit: Limit, ip: string): Promise<void> {
  const waitSec = await takeAll([[limit, networkOf(ip)]]);
  if (waitSec > 0) throw tooManyTries(waitSec);
}

/** @throws AppError 429 */
export const countPasskeyQuestion = (ip: string): Promise<void> => count(QUESTIONS, ip);

/** @returns the session's cookie. @throws AppError 403 (blocked), 422, 429 */
export async function signInByPasskey(request: Request, ip: string, credential: string): Promise<string> {
  await count(BY_ADDRESS, ip);
  const userId = await withTransaction(db(), (trx) => takePasskey(trx, "sign_in", null, credential));
  const user = userId === null ? undefined : await findUserAcrossCompanies(db(), userId);
  if (user === undefined) throw await noted(null, null, passkeyRefused());
  if (user.status !== "active") throw await noted(user.id, user.current_company_id, blockedAccount());
  return openSession(user, request.headers);
}

async function noted(userId: number | null, companyId: number | null, refusal: AppError): Promise<AppError> {
  const subject = { model: "User", ids: userId === null ? [] : [userId] };
  await noteInLog(db(), { by: null, companyId, action: "session.sign_in", refusal: refusal.code, subject });
  return refusal;
}
