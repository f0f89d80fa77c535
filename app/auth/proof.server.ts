/** What changes to the ways into an account ask for: that whoever has the session is the account's holder. */
import { factorsOf, takeCode } from "./factors.server";
import { takePasskey } from "./passkeys.server";
import { countFactorTry, resetFactorTries, wrongCode } from "./second-step.server";
import { ofPerson } from "./session.server";
import type { Session } from "./session.server";
import { logAuthorOf } from "~/audit/note-in-log.server";
import { notedWrongProof } from "~/audit/note-refusal.server";
import { db } from "~/db/database.server";
import { noteSessionProof, sessionProved } from "~/db/repositories/sessions.server";
import { getUserAcrossCompanies } from "~/db/repositories/users.server";
import { besideFirstWrite, withTransaction } from "~/db/transaction.server";
import type { ProofAsked } from "~/domain/access/proof-asked";
import { readCode } from "~/domain/access/second-factor";
import { addSeconds } from "~/domain/time/utc-text";
import { AppError } from "~/lib/errors";
import { requestContext } from "~/lib/request-context.server";
import { nowText } from "~/services/now.server";
import { verifyPassword } from "~/services/password.server";

/** Whoever has signed in or given a proof within this time needs no further one. */
const FRESH_SEC = 600;

/** For pages: what their forms have to ask for. */
export async function askedProof(session: Session): Promise<ProofAsked> {
  if (await isProved(session)) return "nothing";
  const user = await getUserAcrossCompanies(db(), ofPerson(session).userId);
  return user.password_hash !== null || (await factorsOf(db(), user.id)).hasTotp ? "text" : "elsewhere";
}

/** Has the session's holder shown lately who they are? */
export async function isProved(session: Session): Promise<boolean> {
  const at = await sessionProved(db(), ofPerson(session).sessionId);
  return at !== null && at > addSeconds(nowText(), -FRESH_SEC);
}

/** @throws AppError 403 */
export async function requireProof(session: Session): Promise<void> {
  if (!(await isProved(session)))
    throw new AppError("proof.needed", "Show first that it is you, with your password or a code.", { status: 403 });
}

/** The refusal of a wrong proof, once it is in the log: it may be somebody else at an open computer. */
export const notedAsWrong = (session: Session, refusal: AppError, action = "session.prove"): Promise<AppError> =>
  notedWrongProof(refusal, {
    by: logAuthorOf(session),
    companyId: session.company?.id ?? null,
    action,
    subject: { model: "User", ids: [ofPerson(session).userId] },
  });

/** `field`: where its form has the text. */
type GivenProof = { text: string; field: "proof" | "password" } | { passkey: string };

/**
 * Takes a password, a code or a passkey, and counts the session as proved for a while.
 * @throws AppError 422, 429
 */
export async function giveProof(session: Session, ip: string, proof: GivenProof): Promise<void> {
  const { sessionId, userId } = ofPerson(session);
  await countFactorTry(userId, ip);
  const user = await getUserAcrossCompanies(db(), userId);
  const isPassword =
    "text" in proof && readCode(proof.text)?.kind !== "totp" && (await verifyPassword(user.password_hash, proof.text));
  const isRight =
    isPassword ||
    (await withTransaction(db(), async (trx) =>
      "text" in proof
        ? takeCode(trx, user, proof.text)
        : (await takePasskey(trx, "proof", userId, proof.passkey)) !== null,
    ));
  if (!isRight)
    throw await notedAsWrong(
      session,
      "text" in proof
        ? new AppError("proof.wrong", "The password or the code is not correct.", { status: 422, field: proof.field })
        : wrongCode(),
    );
  await resetFactorTries(userId, ip);
  await noteSessionProof(db(), sessionId, nowText());
}

/**
 * The password or code that came with a change; of an empty one, what was shown lately counts.
 * @throws AppError 403, 422, 429
 */
export const proveBy = (session: Session, typed: string): Promise<void> =>
  typed === ""
    ? requireProof(session)
    : besideFirstWrite(() => giveProof(session, requestContext()?.ip ?? "", { text: typed, field: "password" }));
