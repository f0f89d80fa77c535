import { pendingSignIn } from "~/auth/finish-sign-in.server";
import { countPasskeyQuestion } from "~/auth/passkey-sign-in.server";
import { passkeyQuestion, registrationQuestion } from "~/auth/passkeys.server";
import { requireProof } from "~/auth/proof.server";
import { ofPerson, signInExpired } from "~/auth/session.server";
import type { Session } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { getUserAcrossCompanies } from "~/db/repositories/users.server";
import type { PasskeyUse } from "~/domain/access/second-factor";
import { notAuthorized } from "~/lib/errors";

/**
 * What the visitor's browser is to ask a passkey.
 * @throws AppError 401, 403, 410, 429
 */
export async function askPasskey(session: Session | null, use: PasskeyUse, request: Request, ip: string) {
  await countPasskeyQuestion(ip);
  if (use === "sign_in") return passkeyQuestion(use, null);
  if (use === "second_step") {
    const pending = await pendingSignIn(request);
    if (pending === null) throw signInExpired();
    return passkeyQuestion(use, pending.user);
  }
  if (session === null || session.held !== undefined) throw notAuthorized();
  const user = await getUserAcrossCompanies(db(), ofPerson(session).userId);
  if (use === "proof") return passkeyQuestion(use, user);
  await requireProof(session);
  return registrationQuestion(user);
}
