/** The second step of a sign-in. */
import { clearedPending, PENDING_SIGN_IN, pendingSignIn } from "./finish-sign-in.server";
import type { PendingSignIn } from "./finish-sign-in.server";
import { takeCode } from "./factors.server";
import { takePasskey } from "./passkeys.server";
import { openSession, signInExpired } from "./session.server";
import { networkOf, takeAll } from "./try-limits.server";
import { noteInLog } from "~/audit/note-in-log.server";
import type { Db } from "~/db/client.server";
import { db } from "~/db/database.server";
import { redeemToken } from "~/db/repositories/tokens.server";
import { withTransaction } from "~/db/transaction.server";
import { DAY_SEC } from "~/domain/time/calendar";
import { AppError } from "~/lib/errors";
import { tooManyTries } from "~/services/hash-gate.server";
import { limits } from "~/services/limits/limits.server";
import type { Limit } from "~/services/limits/limits.server";
import { nowText } from "~/services/now.server";

/** A code is one of a million, three of which are right: nobody gets far with these, from however many addresses. */
const BY_ACCOUNT_AND_ADDRESS: Limit = { name: "factor-pair", uses: 5, windowSec: 5 * 60 };
const BY_ACCOUNT: Limit = { name: "factor-account", uses: 20, windowSec: 3600 };
const BY_ACCOUNT_DAILY: Limit = { name: "factor-day", uses: 100, windowSec: DAY_SEC };

const WRONG_CODE = "The code is not correct, or was used already.";

const pairKey = (userId: number, ip: string): string => `${networkOf(ip)} ${userId}`;

/** Counts a try before it is looked at. @throws AppError 429 */
export async function countFactorTry(userId: number, ip: string): Promise<void> {
  const waitSec = await takeAll([
    [BY_ACCOUNT_AND_ADDRESS, pairKey(userId, ip)],
    [BY_ACCOUNT, String(userId)],
    [BY_ACCOUNT_DAILY, String(userId)],
  ]);
  if (waitSec > 0) throw tooManyTries(waitSec);
}

/** The answer was right. */
export const resetFactorTries = (userId: number, ip: string): Promise<void> =>
  limits().forget(BY_ACCOUNT_AND_ADDRESS, pairKey(userId, ip));

export const wrongCode = (): AppError => new AppError("auth.wrong_code", WRONG_CODE, { status: 422, field: "code" });

/**
 * Signs in who has passed the first step in this browser.
 * @param takes whether the answer is right; what it uses up is given back when the sign-in has expired
 * @returns the cookies
 * @throws AppError 410, 422, 429
 */
async function finishSecondStep(
  request: Pick<Request, "headers">,
  ip: string,
  takes: (trx: Db, pending: PendingSignIn) => Promise<boolean>,
): Promise<Headers> {
  const pending = await pendingSignIn(request);
  if (pending === null) throw signInExpired();
  const { user, token } = pending;
  await countFactorTry(user.id, ip);
  const isRight = await withTransaction(db(), async (trx) => {
    if (!(await takes(trx, pending))) return false;
    if ((await redeemToken(trx, PENDING_SIGN_IN, token, nowText())) === null) throw signInExpired();
    return true;
  });
  if (!isRight) {
    await noteInLog(db(), {
      by: null,
      companyId: user.current_company_id,
      action: "session.second_step",
      refusal: "auth.wrong_code",
      subject: { model: "User", ids: [user.id] },
    });
    throw wrongCode();
  }
  await resetFactorTries(user.id, ip);
  const headers = new Headers({ "Set-Cookie": await openSession(user, request.headers) });
  headers.append("Set-Cookie", await clearedPending());
  return headers;
}

/** With a code of the app, or a recovery code. */
export const finishByCode = (request: Request, ip: string, typed: string): Promise<Headers> =>
  finishSecondStep(request, ip, (trx, { user }) => takeCode(trx, user, typed));

export const finishByPasskey = (request: Request, ip: string, credential: string): Promise<Headers> =>
  finishSecondStep(
    request,
    ip,
    async (trx, { user }) => (await takePasskey(trx, "second_step", user.id, credential)) === user.id,
  );
