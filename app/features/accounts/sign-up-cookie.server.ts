import { createHash } from "node:crypto";
import { createCookie } from "@remix-run/node";
import { z } from "zod";
import type { UserRow } from "~/db/tables";
import { env } from "~/env.server";
import { BASE_PATH } from "~/paths";
import { serverSecret } from "~/services/secret.server";

let cookie: ReturnType<typeof createCookie> | undefined;

/**
 * Which e-mail this browser has just signed up with: whoever waits for the mail can ask for it again, and whose link is
 * opened here needs no other proof that the account's password is theirs.
 */
function signUpCookie() {
  cookie ??= createCookie("platform_sign_up", {
    path: BASE_PATH,
    httpOnly: true,
    sameSite: "lax",
    secure: env().SECURE_COOKIES === "1",
    maxAge: 3600,
    secrets: [serverSecret()],
  });
  return cookie;
}

const SignedUp = z.object({ email: z.string().min(1).max(255), mark: z.string().max(64) });

/** What the browser that signed up can be known by; it says nothing about the password, whose hash has a salt. */
const markOf = (passwordHash: string): string => createHash("sha256").update(passwordHash).digest("base64url");

export const rememberSignUp = (email: string, passwordHash: string): Promise<string> =>
  signUpCookie().serialize({ email, mark: markOf(passwordHash) });
export const forgetSignUp = (): Promise<string> => signUpCookie().serialize("", { maxAge: 0 });

async function signedUp(request: Request): Promise<z.output<typeof SignedUp> | null> {
  const read = SignedUp.safeParse(await signUpCookie().parse(request.headers.get("Cookie")));
  return read.success ? read.data : null;
}

export const signedUpEmail = async (request: Request): Promise<string | null> =>
  (await signedUp(request))?.email ?? null;

/** Whether the account's password was chosen in this browser, when it signed up. */
export async function hasChosenPassword(request: Request, user: Pick<UserRow, "email" | "password_hash">) {
  const known = await signedUp(request);
  return known !== null && known.email === user.email && known.mark === markOf(user.password_hash ?? "");
}
