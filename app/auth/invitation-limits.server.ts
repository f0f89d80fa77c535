/** How many invitations are sent: counted before the transaction that sends them. */
import { askOutside } from "~/db/database.server";
import type { Outside } from "~/db/database.server";
import { waitMinutes } from "~/domain/format-number";
import { addSeconds } from "~/domain/time/utc-text";
import type { UtcText } from "~/domain/time/utc-text";
import { AppError } from "~/lib/errors";
import { limits, waitError } from "~/services/limits/limits.server";
import type { Limit } from "~/services/limits/limits.server";

const HOUR_SEC = 3600;
/** Nobody gets a heap of mails, whoever invites them; a large team is invited within an hour or two. */
const TO_ONE_ADDRESS: Limit = { name: "invitations-to", uses: 5, windowSec: HOUR_SEC };
const FROM_ONE_COMPANY: Limit = { name: "invitations-from", uses: 200, windowSec: HOUR_SEC };

interface CountedMail {
  companyId: number;
  email: string;
}

/** Why mails are not sent; null: they are counted. */
type Excess = { waitSec: number; email?: string } | "never" | null;

/** Counts all mails of a change, or none of them: what is refused uses up no tries. @param mails of one company */
async function countAll(mails: readonly CountedMail[]): Promise<Excess> {
  const company = String(mails[0]!.companyId);
  if (mails.length > FROM_ONE_COMPANY.uses) return "never";
  const waitSec = await limits().take(FROM_ONE_COMPANY, company, mails.length);
  if (waitSec > 0) return { waitSec };
  for (const [nth, { email }] of mails.entries()) {
    const addressSec = await limits().take(TO_ONE_ADDRESS, email);
    if (addressSec === 0) continue;
    await limits().giveBack(FROM_ONE_COMPANY, company, mails.length);
    for (const counted of mails.slice(0, nth)) await limits().giveBack(TO_ONE_ADDRESS, counted.email, 1);
    return { waitSec: addressSec, email };
  }
  return null;
}

const INVITATIONS: Outside<CountedMail, Excess> = {
  name: "invitations",
  keyOf: ({ companyId, email }) => `${companyId} ${email}`,
  meanwhile: () => null,
  async ask(mails) {
    const excess = await countAll(mails);
    return mails.map(() => excess);
  },
};

/** Counts a mail before anything is done for it; those of a bulk before its transaction. @throws AppError 422, 429 */
export async function countInvitation(companyId: number, email: string): Promise<void> {
  const excess = await askOutside(INVITATIONS, { companyId, email });
  if (excess === null) return;
  const most = FROM_ONE_COMPANY.uses;
  if (excess === "never")
    throw new AppError(
      "invitation.too_many_at_once",
      `At most ${most} invitations are sent in an hour. Add the members first, and invite them in parts.`,
      { status: 422 },
    );
  const { waitSec, email: to } = excess;
  const sent = to === undefined ? "Too many invitations were sent" : `Too many invitations were sent to ${to}`;
  throw waitError("invitation.too_many", `${sent}. Please try again in ${waitMinutes(waitSec)}.`, waitSec);
}

/** The addresses that no mail may be sent to now, and why. */
type Uncounted = ReadonlyMap<string, string>;

const tryAgain = (waitSec: number): string => `Please try again in ${waitMinutes(waitSec)}.`;
const fullCompany = (waitSec: number): string =>
  `At most ${FROM_ONE_COMPANY.uses} invitations are sent in an hour. ${tryAgain(waitSec)}`;
const fullAddress = (waitSec: number): string => `Too many invitations were sent to this e-mail. ${tryAgain(waitSec)}`;

/** Of two who take at the same moment, one has to look again. */
const TRIES = 3;

/** Takes as many of the company's uses as there are, at most so many. @returns how many, and the wait for more */
async function takeMost(company: string, wanted: number): Promise<{ left: number; waitSec: number }> {
  let waitSec = FROM_ONE_COMPANY.windowSec;
  for (let nth = 0; nth < TRIES; nth += 1) {
    const room = await limits().room(FROM_ONE_COMPANY, company);
    const left = Math.min(room.left, wanted);
    if (left === 0 || (await limits().take(FROM_ONE_COMPANY, company, left)) === 0)
      return { left, waitSec: room.waitSec };
    waitSec = room.waitSec;
  }
  return { left: 0, waitSec };
}

/** @param waitOf the seconds that one address has to wait; 0: it gets a mail */
async function uncountedOf(
  emails: readonly string[],
  { left, waitSec }: { left: number; waitSec: number },
  waitOf: (email: string) => Promise<number>,
): Promise<Map<string, string>> {
  const uncounted = new Map<string, string>();
  for (const [nth, email] of emails.entries()) {
    const isFull = nth - uncounted.size >= left;
    const addressSec = isFull ? 0 : await waitOf(email);
    if (isFull) uncounted.set(email, fullCompany(waitSec));
    else if (addressSec > 0) uncounted.set(email, fullAddress(addressSec));
  }
  return uncounted;
}

/**
 * Counts as many mails as may be sent, in this order, before anything is done for them; what is left out uses up no
 * tries.
 * @param emails of one company, those first that matter most
 */
export async function countInvitations(companyId: number, emails: readonly string[]): Promise<Uncounted> {
  if (emails.length === 0) return new Map();
  const company = String(companyId);
  const room = await takeMost(company, emails.length);
  const uncounted = await uncountedOf(emails, room, (email) => limits().take(TO_ONE_ADDRESS, email));
  const unused = room.left - (emails.length - uncounted.size);
  if (unused > 0) await limits().giveBack(FROM_ONE_COMPANY, company, unused);
  return uncounted;
}

/** Whether a mail of that time still counts. */
export const mayHaveMail = (invitedAt: UtcText | null, now: UtcText): boolean =>
  invitedAt !== null && addSeconds(invitedAt, TO_ONE_ADDRESS.windowSec) > now;

/** What counting would answer now. @param mailed those of the e-mails that may have had mails lately */
export async function lookAtInvitations(
  companyId: number,
  emails: readonly string[],
  mailed: ReadonlySet<string>,
): Promise<Uncounted> {
  const room = await limits().room(FROM_ONE_COMPANY, String(companyId));
  return uncountedOf(emails, room, async (email) => (mailed.has(email) ? limits().look(TO_ONE_ADDRESS, email) : 0));
}
