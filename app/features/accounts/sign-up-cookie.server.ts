import { createCookie } from "@remix-run/node";
import { z } from "zod";
import { env } from "~/env.server";
import { BASE_PATH } from "~/paths";
import { serverSecret } from "~/services/secret.server";

let cookie: ReturnType<typeof createCookie> | undefined;

/** Which e-mail this browser has just signed up with: whoever waits for the mail can ask for it again. */
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

const Email = z.string().max(255);

export const rememberSignUp = (email: string): Promise<string> => signUpCookie().serialize(email);
export const forgetSignUp = (): Promise<string> => signUpCookie().serialize("", { maxAge: 0 });

export async function signedUpEmail(request: Request): Promise<string | null> {
  const read = Email.safeParse(await signUpCookie().parse(request.headers.get("Cookie")));
  return read.success && read.data !== "" ? read.data : null;
}
