/** What was refused, in the log, bounded: nobody fills a disk by asking. */
import { afterJoint, db } from "~/db/database.server";
import { AppError } from "~/lib/errors";
import { logFault, requestContext } from "~/lib/request-context.server";
import { services } from "~/services/container.server";
import { noteInLog } from "./note-in-log.server";
import type { LogNote } from "./note-in-log.server";

/** Not signed in, no right, not there. */
const ACCESS = [401, 403, 404];
/** A door says 404 of every mistyped address. */
const AT_DOOR = [401, 403];

/** Of one address and company in a minute; more are counted, and noted as one entry. */
export const NOTED_PER_MINUTE = 20;
/** Of one person at one door. */
const NOTED_AT_DOOR = 1;
/** What is counted in a minute; of more nothing is noted. */
const MAX_KEYS = 2000;

interface Count {
  seen: number;
  most: number;
  last: LogNote;
}

let minute = 0;
let counts = new Map<string, Count>();
/** An error passes several doors on its way out. */
const noted = new WeakSet<object>();

type Refused = Omit<LogNote, "refusal" | "subject"> & { subject?: LogNote["subject"] | null };

/** What was only counted in the minutes before. */
function counted(): LogNote[] {
  const over = [...counts.values()].filter(({ seen, most }) => seen > most);
  return over.map(({ seen, most, last }) => ({ ...last, changes: undefined, times: seen - most }));
}

/** Counts one more. @returns whether it is noted */
function isWithin(key: string, most: number, last: LogNote): boolean {
  const seen = counts.get(key)?.seen ?? 0;
  if (seen === 0 && counts.size >= MAX_KEYS) return false;
  counts.set(key, { seen: seen + 1, most, last });
  return seen < most;
}

/** @returns the entries to write now: this one, and what was only counted in the minutes before */
function toWrite(note: LogNote, nowMinute: number, isDoor: boolean): LogNote[] {
  const { by, companyId, action } = note;
  const due: LogNote[] = [];
  if (nowMinute !== minute) {
    due.push(...counted());
    minute = nowMinute;
    counts = new Map();
  }
  const address = `${requestContext()?.ip ?? ""} ${companyId ?? ""}`;
  const door = `${address} ${by?.userId ?? ""} ${by?.apiKeyId ?? ""} ${action}`;
  // The address has no room for a further door.
  const isFull = (counts.get(address)?.seen ?? 0) >= NOTED_PER_MINUTE;
  const isNoted =
    (!isDoor || (isFull && !counts.has(door)) || isWithin(door, NOTED_AT_DOOR, note)) &&
    isWithin(address, NOTED_PER_MINUTE, note);
  return isNoted ? [...due, note] : due;
}

/** Notes it once for all the doors that the error passes. It never makes the answer fail. */
async function noteBounded(error: AppError, refused: Refused, isDoor: boolean): Promise<void> {
  const cause = error.cause ?? error;
  if (noted.has(error) || (typeof cause === "object" && noted.has(cause))) return;
  noted.add(error);
  const { subject, ...rest } = refused;
  const note: LogNote = { ...rest, refusal: error.code, ...(subject ? { subject } : {}) };
  // Inside of the work that it ends, it would vanish with it.
  await afterJoint(async () => {
    try {
      const nowMinute = Math.floor(services().clock.nowMs() / 60_000);
      for (const entry of toWrite(note, nowMinute, isDoor)) await noteInLog(db(), entry);
    } catch (fault) {
      logFault(fault);
    }
  });
}

/** Notes a refusal of access by an action; other refusals are answers to a form. */
export async function noteRefusal(error: AppError, refused: Refused): Promise<void> {
  if (ACCESS.includes(error.status)) await noteBounded(error, refused, false);
}

/** Notes that somebody was not let in by a page or a call: once a minute for a person, an address and a door. */
export async function noteRefusedAtDoor(error: unknown, refused: Refused): Promise<void> {
  if (error instanceof AppError && AT_DOOR.includes(error.status)) await noteBounded(error, refused, true);
}

/** Notes a password, a code or a passkey that was wrong. @returns the refusal, to be thrown */
export async function notedWrongProof(error: AppError, refused: Refused): Promise<AppError> {
  await noteBounded(error, refused, false);
  return error;
}
