import { generateSync } from "otplib";
import type { Db } from "~/db/client.server";
import { confirmTotp, findTotp, replaceRecoveryCodes, startTotp } from "~/db/repositories/factors.server";
import { epochSec } from "~/domain/time/utc-text";
import type { UtcText } from "~/domain/time/utc-text";
import { newRecoveryCodes } from "~/services/factors/recovery-codes.server";
import { newTotpSecret, sealTotp } from "~/services/factors/totp.server";

/** What an app shows at a time. */
export const codeAt = (secret: string, now: UtcText): string => generateSync({ secret, epoch: epochSec(now) });

/** A code that is wrong at a time, and in the steps beside it. */
export function wrongCodeAt(secret: string, now: UtcText): string {
  const right = [-30, 0, 30].map((sec) => generateSync({ secret, epoch: epochSec(now) + sec }));
  return ["000001", "000002", "000003", "000004"].find((code) => !right.includes(code)) ?? "";
}

/** Gives an account an app and recovery codes. */
export async function giveTotp(db: Db, userId: number, now: UtcText): Promise<{ secret: string; codes: string[] }> {
  const secret = newTotpSecret();
  await startTotp(db, userId, sealTotp(secret), now);
  const row = await findTotp(db, userId);
  if (row === undefined) throw new Error("The app was not stored.");
  await confirmTotp(db, row, 1, now);
  const { shown, hashes } = newRecoveryCodes();
  await replaceRecoveryCodes(db, userId, hashes, now);
  return { secret, codes: shown };
}
