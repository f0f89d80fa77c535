/** Passkeys: the questions that browsers are asked, and their answers. Each question is answered once. */
import { createHash } from "node:crypto";
import type { Db } from "~/db/client.server";
import { db } from "~/db/database.server";
import { findPasskey, insertPasskey, listPasskeys, notePasskeyUse } from "~/db/repositories/factors.server";
import { createToken, redeemToken } from "~/db/repositories/tokens.server";
import type { UserRow } from "~/db/tables";
import type { PasskeyUse } from "~/domain/access/second-factor";
import { fullName } from "~/domain/access/person-name";
import { AppError } from "~/lib/errors";
import {
  assertionOptions,
  readCredential,
  registrationOptions,
  verifiedAssertion,
  verifiedRegistration,
} from "~/services/factors/webauthn.server";
import { nowText } from "~/services/now.server";

/** The sign-in page asks as soon as it is open, and waits. */
const TTL_SEC: Readonly<Record<PasskeyUse, number>> = {
  sign_in: 3600,
  second_step: 600,
  proof: 600,
  registration: 600,
};

/** The device has to ask for a finger, a face or a PIN where nothing else does. */
const NEEDS_VERIFICATION: Readonly<Record<PasskeyUse, boolean>> = {
  sign_in: true,
  second_step: false,
  proof: true,
  registration: false,
};

const kindOf = (use: PasskeyUse): string => `passkey_${use}`;
const hashOf = (credentialId: string): string => createHash("sha256").update(credentialId).digest("hex");

/** A token is the challenge: 256 random bits, of which the database keeps the hash. */
const newChallenge = (use: PasskeyUse, userId: number | null): Promise<string> =>
  createToken(db(), { kind: kindOf(use), userId, ttlSec: TTL_SEC[use] }, nowText());

/** What a browser is asked. @param user null: whoever answers */
export async function passkeyQuestion(use: Exclude<PasskeyUse, "registration">, user: UserRow | null) {
  const challenge = await newChallenge(use, user?.id ?? null);
  return assertionOptions(challenge, NEEDS_VERIFICATION[use], user === null ? undefined : await passkeysOf(user));
}

export async function registrationQuestion(user: UserRow) {
  const challenge = await newChallenge("registration", user.id);
  const person = { id: user.id, email: user.email, name: fullName(user) || user.email };
  return registrationOptions(person, challenge, await passkeysOf(user));
}

const passkeysOf = (user: UserRow) => listPasskeys(db(), user.id);

/**
 * Takes a browser's answer. The question is used up, also by a wrong one.
 * @param userId that the question was for; null: whoever answers
 * @returns the account whose passkey it is, or null
 */
export async function takePasskey(
  trx: Db,
  use: Exclude<PasskeyUse, "registration">,
  userId: number | null,
  credential: string,
): Promise<number | null> {
  const read = readCredential(credential);
  if (read === null) return null;
  const question = await redeemToken(trx, kindOf(use), read.challenge, nowText());
  if (question === null || question.user_id !== userId) return null;
  const passkey = await findPasskey(trx, hashOf(read.id));
  if (passkey === undefined || (userId !== null && passkey.user_id !== userId)) return null;
  const counter = await verifiedAssertion(read, passkey, NEEDS_VERIFICATION[use]);
  if (counter === null || !(await notePasskeyUse(trx, passkey, counter, nowText()))) return null;
  return passkey.user_id;
}

export const passkeyRefused = (): AppError =>
  new AppError("passkey.refused", "The passkey could not be checked. Please try again.", { status: 422 });

/** Keeps a new passkey. @throws AppError 409 for a known one, 422 */
export async function addPasskey(trx: Db, user: UserRow, name: string, credential: string): Promise<void> {
  const read = readCredential(credential);
  const question = read && (await redeemToken(trx, kindOf("registration"), read.challenge, nowText()));
  const passkey = read !== null && question?.user_id === user.id ? await verifiedRegistration(read) : null;
  if (passkey === null) throw passkeyRefused();
  const credential_hash = hashOf(passkey.credential_id);
  await insertPasskey(trx, { ...passkey, user_id: user.id, credential_hash, name }, nowText());
}
