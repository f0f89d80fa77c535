/** From a first factor that was right to a session: at once, or with a second step in between. */
import { createCookie } from "@remix-run/node";
import { openSession } from "./session.server";
import { factorsOf } from "./factors.server";
import type { Db } from "~/db/client.server";
import { db } from "~/db/database.server";
import { parseJson } from "~/db/codecs.server";
import { createToken, findToken } from "~/db/repositories/tokens.server";
import { findUserAcrossCompanies } from "~/db/repositories/users.server";
import type { UserRow } from "~/db/tables";
import { hasSecondFactor, secondFactorsOf } from "~/domain/access/second-factor";
import type { SecondFactor } from "~/domain/access/second-factor";
import { env } from "~/env.server";
import { BASE_PATH, paths } from "~/paths";
import { nowText } from "~/services/now.server";

/** Of tokens that stand for a first factor that was right. */
export const PENDING_SIGN_IN = "pending_sign_in";
const PENDING_SEC = 600;

export interface SignInStep {
  /** the session's, or of the sign-in that waits for its second step */
  cookie: string;
  /** what the second step takes; none: there is a session */
  factors: readonly SecondFactor[];
  /** the session waits for a password of one's own */
  isPasswordDue: boolean;
}

const pendingCookie = () =>
  createCookie("platform_sign_in", {
    path: BASE_PATH,
    httpOnly: true,
    sameSite: "lax",
    secure: env().SECURE_COOKIES === "1",
    maxAge: PENDING_SEC,
  });

/** The header that takes the cookie away. */
export const clearedPending = (): Promise<string> => pendingCookie().serialize("", { maxAge: 0 });

/**
 * Opens the session of somebody whose first factor was right, or asks for the second one.
 * @param headers of the request that signs in
 */
export async function finishSignIn(user: UserRow, headers: Headers): Promise<SignInStep> {
  const factors = secondFactorsOf(await factorsOf(db(), user.id));
  const isPasswordDue = user.is_password_due === 1;
  // Their holder may be setting a second factor up at this moment.
  const hasNone = async (trx: Db) => !hasSecondFactor(await factorsOf(trx, user.id));
  if (factors.length === 0) return { cookie: await openSession(user, headers, hasNone), factors, isPasswordDue };
  const payload = { sessionVersion: user.session_version } satisfies PendingPayload;
  const token = await createToken(
    db(),
    { kind: PENDING_SIGN_IN, userId: user.id, payload, ttlSec: PENDING_SEC },
    nowText(),
  );
  return { cookie: await pendingCookie().serialize(token), factors, isPasswordDue };
}

interface PendingPayload {
  /** another one there ends it: the password is a new one */
  sessionVersion: number;
}

/** Where a sign-in leads. */
export function nextPage({ factors, isPasswordDue }: SignInStep, redirectTo: string): string {
  const then = redirectTo === paths.home() ? undefined : redirectTo;
  if (factors.length > 0) return paths.verifyMfa(then);
  return isPasswordDue ? paths.newPassword(then) : redirectTo;
}

export interface PendingSignIn {
  token: string;
  user: UserRow;
  factors: readonly SecondFactor[];
}

/** Whose second step the browser waits for; null: nobody's, or no longer. */
export async function pendingSignIn(request: Pick<Request, "headers">): Promise<PendingSignIn | null> {
  const token: unknown = await pendingCookie().parse(request.headers.get("Cookie"));
  if (typeof token !== "string") return null;
  const row = await findToken(db(), PENDING_SIGN_IN, token, nowText());
  if (row === null || row.user_id === null) return null;
  const user = await findUserAcrossCompanies(db(), row.user_id);
  const { sessionVersion } = parseJson<Partial<PendingPayload>>(row.payload, {});
  if (user?.status !== "active" || user.session_version !== sessionVersion) return null;
  return { token, user, factors: secondFactorsOf(await factorsOf(db(), user.id)) };
}
