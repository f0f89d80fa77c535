/** What a browser keeps while somebody signs in elsewhere: sealed, so that nobody reads or writes it. */
import { createCookie } from "@remix-run/node";
import { z } from "zod";
import { env } from "~/env.server";
import { BASE_PATH } from "~/paths";
import { openText, sealText } from "~/services/secret.server";
import { epochSec } from "~/domain/time/utc-text";
import { nowText } from "~/services/now.server";

/** As long as it may take somebody to sign in there, and here. */
export const SOCIAL_TTL_SEC = 600;

interface SealedCookie<Value> {
  /** @returns the header that sets it */
  keep(value: Value): Promise<string>;
  /** null: none, one that has expired, or one that was not made here */
  read(request: Request): Promise<Value | null>;
  /** the header that takes it away */
  forget(): Promise<string>;
}

function sealedCookie<Value>(name: string, schema: z.ZodType<Value>): SealedCookie<Value> {
  const Kept = z.object({ until: z.number(), value: schema });
  const cookie = () =>
    createCookie(name, {
      path: `${BASE_PATH}/social`,
      httpOnly: true,
      // The provider's redirect brings it along, and no form of another site.
      sameSite: "lax",
      secure: env().SECURE_COOKIES === "1",
      maxAge: SOCIAL_TTL_SEC,
    });
  return {
    keep: (value) =>
      cookie().serialize(sealText(name, JSON.stringify({ until: epochSec(nowText()) + SOCIAL_TTL_SEC, value }))),
    async read(request) {
      const sealed: unknown = await cookie().parse(request.headers.get("Cookie"));
      const text = typeof sealed === "string" ? openText(name, sealed) : null;
      if (text === null) return null;
      const kept = Kept.safeParse(JSON.parse(text));
      return kept.success && epochSec(nowText()) < kept.data.until ? kept.data.value : null;
    },
    forget: () => cookie().serialize("", { maxAge: 0 }),
  };
}

const Start = z.object({
  driver: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirectTo: z.string(),
});

/** Somebody is at the provider. */
export const startCookie = sealedCookie("platform_social_start", Start);

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
export const pendingCookie = sealedCookie("platform_social_link", Pending);
