/** What a browser keeps while somebody signs in elsewhere: sealed, so that nobody reads or writes it. */
import { z } from "zod";
import { sealedCookie } from "./sealed-cookie.server";

/** As long as it may take somebody to sign in there, and here. */
export const SOCIAL_TTL_SEC = 600;

const SOCIAL = { path: "/social", ttlSec: SOCIAL_TTL_SEC };

const Start = z.object({
  driver: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirectTo: z.string(),
});

/** Somebody is at the provider. */
export const startCookie = sealedCookie({ name: "platform_social_start", ...SOCIAL, schema: Start });

const Pending = z.object({
  issuer: z.string(),
  subject: z.string(),
  email: z.string().nullable(),
  /** the account that it is to be linked with */
  userId: z.number(),
  redirectTo: z.string(),
});
export type PendingLink = z.infer<typeof Pending>;

/** Somebody has come back, and is to be asked whether the two accounts belong together. */
export const pendingCookie = sealedCookie({ name: "platform_social_link", ...SOCIAL, schema: Pending });
