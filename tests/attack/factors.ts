import { generateSync } from "otplib";
import type { Office } from "./office";
import { fromElsewhere } from "./target";
import type { Answer, Target } from "./target";

const SECURITY = "profile/security";
const STEP_SEC = 30;

export const cookiesIn = ({ headers }: Answer): string =>
  (headers["set-cookie"] ?? []).map((one) => one.split(";")[0]).join("; ");

/** A form of the page for second factors. */
export const security = (target: Target, cookie: string, fields: Record<string, string>): Promise<Answer> =>
  target.post(SECURITY, fields, { Cookie: cookie, Accept: "text/html", ...fromElsewhere() });

/** What that page holds. */
export async function securityPage(target: Target, cookie: string): Promise<Record<string, unknown>> {
  const { text } = await target.request(`${SECURITY}?_data=${encodeURIComponent("routes/profile.security")}`, {
    headers: { Cookie: cookie },
  });
  return JSON.parse(text) as Record<string, unknown>;
}

/** What an app shows. @param steps later: the next code is taken already, and the one that was taken never again */
export const codeOf = (secret: string, steps = 0): string =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + steps * STEP_SEC });

/** Begins with an app. @returns its secret */
export async function beginApp(target: Target, cookie: string): Promise<string> {
  await security(target, cookie, { answer: "start_app" });
  const { app } = await securityPage(target, cookie);
  return (app as { secret: string }).secret.replaceAll(" ", "");
}

/** An account with an app. @returns its secret and its recovery codes */
export async function withApp(target: Target, cookie: string): Promise<{ secret: string; codes: string[] }> {
  const secret = await beginApp(target, cookie);
  const answer = await security(target, cookie, { answer: "confirm_app", code: codeOf(secret) });
  const { newCodes } = await securityPage(target, `${cookie}; ${cookiesIn(answer)}`);
  return { secret, codes: newCodes as string[] };
}

/** The first step of a sign-in. */
export const firstStep = async (target: Target, email: string): Promise<string> =>
  cookiesIn(
    await target.post(
      "login",
      { email, password: target.server.password },
      { Accept: "text/html", ...fromElsewhere() },
    ),
  );

export const secondStep = (target: Target, cookie: string, fields: Record<string, string>): Promise<Answer> =>
  target.post("verify-mfa", fields, { Cookie: cookie, Accept: "text/html", ...fromElsewhere() });

export const isSignedIn = (answer: Answer): boolean => /platform_session=[^;]/.test(cookiesIn(answer));

export const cookieOfOffice = ({ owner }: Office): string => owner.Cookie ?? "";
