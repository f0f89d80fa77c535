/** Who calls: by the API key, or by the session's cookie. */
import { givenKey, sessionOfKey } from "~/auth/api-key.server";
import { sessionFromCookie } from "~/auth/session.server";
import type { Session } from "~/auth/session.server";
import { networkOf } from "~/auth/try-limits.server";
import { AppError } from "~/lib/errors";
import { limits, waitError } from "~/services/limits/limits.server";
import type { Limit } from "~/services/limits/limits.server";

/** From one address. Right keys from there go on working: many programs may share it. */
export const WRONG_KEYS: Limit = { name: "api-wrong-keys", uses: 30, windowSec: 60 };

/** @throws AppError 401 for a wrong key, 429 where too many came from */
export async function sessionOfCall(request: Pick<Request, "headers">, ip: string): Promise<Session | null> {
  try {
    return (await sessionOfKey(request)) ?? (await sessionFromCookie(request.headers.get("Cookie")));
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 401 || givenKey(request.headers) === null) throw error;
    const waitSec = await limits().take(WRONG_KEYS, networkOf(ip));
    if (waitSec > 0) throw waitError("api.keys", `Too many wrong keys. Please wait ${waitSec} seconds.`, waitSec);
    throw error;
  }
}
