/** Sign-in with an account elsewhere: to the provider, and back. */
import { randomBytes } from "node:crypto";
import { redirect } from "@remix-run/node";
import { finishSignIn, nextPage } from "~/auth/finish-sign-in.server";
import { currentSession } from "~/auth/session.server";
import type { Session } from "~/auth/session.server";
import { safeRedirect } from "~/auth/sign-in.server";
import { networkOf, takeAll } from "~/auth/try-limits.server";
import { db } from "~/db/database.server";
import { findIdentity } from "~/db/repositories/identities.server";
import { createToken, redeemToken } from "~/db/repositories/tokens.server";
import { flashHeader } from "~/http/flash.server";
import type { FlashTone } from "~/lib/flash";
import { AppError, notFound } from "~/lib/errors";
import { paths } from "~/paths";
import { services } from "~/services/container.server";
import { tooManyTries } from "~/services/hash-gate.server";
import type { Limit } from "~/services/limits/limits.server";
import { nowText } from "~/services/now.server";
import { publicLink } from "~/services/public-address.server";
import type { SocialPerson } from "~/services/social/social-sign-in";
import { signInByIdentity } from "./commands/sign-in-by-identity.server";
import { pendingCookie, SOCIAL_TTL_SEC, startCookie } from "./social-cookies.server";

/** Of tokens that stand for one way to a provider and back. */
const SOCIAL_STATE = "social_state";
/** An office that shares an address stays within it. */
const BY_ADDRESS: Limit = { name: "social-address", uses: 100, windowSec: 300 };

const expired = (): AppError =>
  new AppError("social.expired", "This sign-in has expired or was used already. Please try again.", { status: 410 });

function titleOf(driver: string): string {
  const provider = services().social.providers.find((one) => one.driver === driver);
  if (provider === undefined) throw notFound("Provider");
  return provider.title;
}

/** A redirect that says something on the next page. */
async function lead(to: string, said: string | null, tone: FlashTone, headers: Headers): Promise<Response> {
  if (said !== null) headers.append("Set-Cookie", await flashHeader({ message: said }, tone));
  return redirect(to, { headers });
}

/** Why, without what the provider said of people: the errors' own words alone. */
function reasonsOf(cause: unknown): string {
  const reasons: string[] = [];
  for (let inner = cause; inner instanceof Error; inner = inner.cause) {
    const { error: code } = inner as { error?: unknown };
    reasons.push(typeof code === "string" ? `${inner.message} (${code})` : inner.message);
  }
  return reasons.join(": ");
}

/** To the sign-in with a sentence; what exactly went wrong is for the log. */
async function leadBack(error: unknown, redirectTo: string, headers: Headers): Promise<Response> {
  if (!(error instanceof AppError) || error.status === 404) throw error;
  if (error.status >= 500) console.warn(`Sign-in elsewhere failed (${error.code}): ${reasonsOf(error.cause)}`);
  return lead(paths.login(redirectTo === paths.home() ? undefined : redirectTo), error.message, "error", headers);
}

/** @throws AppError 404 for a driver that there is not */
export async function beginSocial(request: Request, driver: string, ip: string): Promise<Response> {
  titleOf(driver);
  const redirectTo = safeRedirect(new URL(request.url).searchParams.get("redirectTo"));
  const headers = new Headers();
  try {
    const waitSec = await takeAll([[BY_ADDRESS, networkOf(ip)]]);
    if (waitSec > 0) throw tooManyTries(waitSec);
    const state = await createToken(
      db(),
      { kind: SOCIAL_STATE, userId: null, payload: { driver }, ttlSec: SOCIAL_TTL_SEC },
      nowText(),
    );
    const [nonce, verifier] = [randomBytes(32).toString("base64url"), randomBytes(32).toString("base64url")];
    const start = { state, nonce, verifier };
    const url = await services().social.begin(driver, publicLink(paths.socialCallback(driver)), start);
    headers.append("Set-Cookie", await startCookie.keep({ driver, redirectTo, ...start }));
    return redirect(url.href, { headers });
  } catch (error) {
    return leadBack(error, redirectTo, headers);
  }
}

/**
 * The provider has sent the browser back. Only the browser that was sent there is let in, once, and with the answer of
 * the provider that it was sent to.
 * @throws AppError 404 for a driver that there is not
 */
export async function finishSocial(request: Request, driver: string): Promise<Response> {
  const title = titleOf(driver);
  const start = await startCookie.read(request);
  const headers = new Headers({ "Set-Cookie": await startCookie.forget() });
  const redirectTo = start?.redirectTo ?? paths.home();
  try {
    const returned = new URL(publicLink(paths.socialCallback(driver)));
    returned.search = new URL(request.url).search;
    if (start === null || start.driver !== driver || returned.searchParams.get("state") !== start.state)
      throw expired();
    if ((await redeemToken(db(), SOCIAL_STATE, start.state, nowText())) === null) throw expired();
    const person = await services().social.finish(driver, returned, start);
    const session = await currentSession(request);
    if (session !== null && session.held === undefined)
      return await linkFor(session, person, title, redirectTo, headers);
    const isInvited = redirectTo.startsWith(paths.invitation(""));
    const outcome = await signInByIdentity({ person, title, isInvited });
    if (outcome.kind === "refused") throw outcome.error;
    if (outcome.kind === "open") {
      const step = await finishSignIn(outcome.user, request.headers);
      headers.append("Set-Cookie", step.cookie);
      return redirect(nextPage(step, redirectTo), { headers });
    }
    const { issuer, subject, email } = person;
    const pending = { issuer, subject, email, userId: outcome.userId, redirectTo };
    headers.append("Set-Cookie", await pendingCookie.keep(pending));
    const said = `There is an account with this e-mail already. Sign in your own way once, and link it with ${title}.`;
    return await lead(paths.login(paths.socialLink()), said, "info", headers);
  } catch (error) {
    return leadBack(error, redirectTo, headers);
  }
}

/** Whoever is signed in is asked whether this identity is theirs, unless it is known. */
async function linkFor(
  session: Session,
  { issuer, subject, email }: SocialPerson,
  title: string,
  redirectTo: string,
  headers: Headers,
): Promise<Response> {
  const known = await findIdentity(db(), issuer, subject);
  const userId = session.user.id ?? 0;
  if (known === undefined) {
    headers.append("Set-Cookie", await pendingCookie.keep({ issuer, subject, email, userId, redirectTo }));
    return redirect(paths.socialLink(), { headers });
  }
  return known.user_id === userId
    ? lead(redirectTo, `${title} is linked with your account already.`, "info", headers)
    : lead(redirectTo, `This ${title} account belongs to another account here.`, "error", headers);
}
