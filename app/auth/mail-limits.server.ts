import { networkOf, takeAll } from "./try-limits.server";
import { waitMinutes } from "~/domain/format-number";
import { tooManyTries } from "~/services/hash-gate.server";
import { waitError } from "~/services/limits/limits.server";
import type { Limit } from "~/services/limits/limits.server";

const HOUR_SEC = 3600;

/** Mails that strangers can make us send to one address, whatever they ask for. */
const TO_ONE_ADDRESS: Limit = { name: "mails-to", uses: 5, windowSec: HOUR_SEC };
/** One visitor who asks for mails to many; an office that signs up together stays within it. */
const FROM_ONE_VISITOR: Limit = { name: "mails-from", uses: 50, windowSec: HOUR_SEC };
/** Links that one visitor tries. */
const TRIES: Limit = { name: "link-tries", uses: 30, windowSec: 15 * 60 };

/**
 * Counts a mail before anything is done for it, and whether or not there is an account to send it to.
 * @param ip of the visitor; null for somebody who is signed in and asks for a mail to themselves
 * @throws AppError 429
 */
export async function countMail(email: string, ip: string | null): Promise<void> {
  const waitSec = await takeAll([
    [TO_ONE_ADDRESS, email],
    ...(ip === null ? [] : ([[FROM_ONE_VISITOR, networkOf(ip)]] as const)),
  ]);
  if (waitSec === 0) return;
  const minutes = waitMinutes(waitSec);
  throw waitError("mail.too_many", `Too many mails were asked for. Please try again in ${minutes}.`, waitSec);
}

/** @throws AppError 429 */
export async function countLinkTry(ip: string): Promise<void> {
  const waitSec = await takeAll([[TRIES, networkOf(ip)]]);
  if (waitSec > 0) throw tooManyTries(waitSec, "link.too_many");
}
