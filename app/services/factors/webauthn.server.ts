/** Passkeys (WebAuthn), for the server's public address alone: a credential of any other site is refused. */
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { z } from "zod";
import { env } from "~/env.server";
import { publicOrigin } from "~/services/public-address.server";

const RP_NAME = "Route planning";
/** For people who look for their phone. */
const TIMEOUT_MS = 300_000;

const expected = () => {
  const origin = publicOrigin(env());
  return { expectedOrigin: origin, expectedRPID: new URL(origin).hostname };
};

/** What a browser sends, as far as this reads it; the library reads the rest. */
const Credential = z.looseObject({
  id: z.string().min(1).max(1400),
  rawId: z.string(),
  type: z.literal("public-key"),
  response: z.looseObject({ clientDataJSON: z.string() }),
  clientExtensionResults: z.looseObject({}).default({}),
});
const ClientData = z.looseObject({ challenge: z.string() });

interface ReadCredential {
  /** base64url */
  id: string;
  /** that the browser was given; base64url */
  challenge: string;
  sent: z.infer<typeof Credential>;
}

/** Null for what is no credential. */
export function readCredential(text: string): ReadCredential | null {
  try {
    const sent = Credential.parse(JSON.parse(text));
    const clientData = Buffer.from(sent.response.clientDataJSON, "base64url").toString("utf8");
    return { id: sent.id, challenge: ClientData.parse(JSON.parse(clientData)).challenge, sent };
  } catch {
    return null;
  }
}

/** A passkey as the server knows it. */
interface KnownPasskey {
  credential_id: string;
  /** COSE, base64url */
  public_key: string;
  counter: number;
  transports: string;
}

const transportsOf = (passkey: Pick<KnownPasskey, "transports">) => passkey.transports.split(",").filter(Boolean);

const described = (passkeys: readonly KnownPasskey[]) =>
  passkeys.map((passkey) => ({ id: passkey.credential_id, transports: transportsOf(passkey) }));

interface Person {
  id: number;
  email: string;
  name: string;
}

/** @param known passkeys of the account, which its devices don't register twice */
export const registrationOptions = (person: Person, challenge: string, known: readonly KnownPasskey[]) =>
  generateRegistrationOptions({
    rpName: RP_NAME,
    rpID: expected().expectedRPID,
    userName: person.email,
    userDisplayName: person.name,
    userID: new TextEncoder().encode(`user-${person.id}`),
    challenge: Buffer.from(challenge, "base64url"),
    timeout: TIMEOUT_MS,
    attestationType: "none",
    excludeCredentials: described(known),
    authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
  });

/** @param allowed left out: any passkey that the device has for this site */
export const assertionOptions = (challenge: string, needsVerification: boolean, allowed?: readonly KnownPasskey[]) =>
  generateAuthenticationOptions({
    rpID: expected().expectedRPID,
    challenge: Buffer.from(challenge, "base64url"),
    timeout: TIMEOUT_MS,
    userVerification: needsVerification ? "required" : "preferred",
    ...(allowed === undefined ? {} : { allowCredentials: described(allowed) }),
  });

/** The new passkey; null when the credential is not for this site and this challenge. */
export async function verifiedRegistration({ sent, challenge }: ReadCredential): Promise<KnownPasskey | null> {
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: sent as unknown as RegistrationResponseJSON,
      expectedChallenge: challenge,
      ...expected(),
      requireUserVerification: false,
    });
    if (!verified) return null;
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
    return {
      credential_id: id,
      public_key: Buffer.from(publicKey).toString("base64url"),
      counter,
      transports: transports.join(",").slice(0, 255),
    };
  } catch {
    return null;
  }
}

/**
 * The passkey's counter after this use; null when the signature is not its own, not for this site and this challenge,
 * or when the counter has gone back, which a copied passkey shows by.
 */
export async function verifiedAssertion(
  { sent, challenge }: ReadCredential,
  passkey: KnownPasskey,
  needsVerification: boolean,
): Promise<number | null> {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: sent as unknown as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      ...expected(),
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(Buffer.from(passkey.public_key, "base64url")),
        counter: passkey.counter,
        transports: transportsOf(passkey),
      },
      requireUserVerification: needsVerification,
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}
