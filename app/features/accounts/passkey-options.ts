/** What `passkey/question` tells: the options of WebAuthn in the form of JSON that browsers read. */
import { z } from "zod";

const Known = z.strictObject({
  id: z.string(),
  type: z.literal("public-key"),
  transports: z.array(z.string()).optional(),
});
const asked = { challenge: z.string(), timeout: z.number() };

const NewPasskey = z.strictObject({
  ...asked,
  rp: z.strictObject({ name: z.string(), id: z.string() }),
  user: z.strictObject({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.strictObject({ alg: z.number(), type: z.literal("public-key") })),
  attestation: z.literal("none"),
  excludeCredentials: z.array(Known),
  authenticatorSelection: z.strictObject({
    residentKey: z.string(),
    requireResidentKey: z.boolean(),
    userVerification: z.string(),
  }),
  extensions: z.strictObject({ credProps: z.boolean() }),
  hints: z.array(z.string()),
});
const KnownPasskey = z.strictObject({
  ...asked,
  rpId: z.string(),
  userVerification: z.string(),
  allowCredentials: z.array(Known).optional(),
});

export const PasskeyOptions = z.union([NewPasskey, KnownPasskey]);
