/** Refused accesses in the log, bounded: nobody fills a disk by asking. */
import { db } from "~/db/database.server";
import type { AppError } from "~/lib/errors";
import { logFault, requestContext } from "~/lib/request-context.server";
import { services } from "~/services/container.server";
import { noteInLog } from "./note-in-log.server";
import type { LogNote } from "./note-in-log.server";

/** Not signed in, no right, not there. */
const ACCESS = [401, 403, 404];

/** Of one address and company in a minute; more are counted, and noted as one entry. */
export const NOTED_PER_MINUTE = 20;
/** Addresses that are counted in a minute; of more nothing is noted. */
const MAX_KEYS = 500;

interface Count {
  seen: number;
  last: LogNote;
}

let minute = 0;
let counts = new Map<string, Count>();
/** An error passes several doors on its way out. */
const noted = new WeakSet<object>();

type Refused = Omit<LogNote, "refusal" | "subject"> & { subject?: LogNote["subject"] | null };

/** @returns the entries to write now: this one, and what was only counted in the minutes before */
function toWrite(note: LogNote, key: string, nowMinute: number): LogNote[] {
  const due: LogNote[] = [];
  if (nowMinute !== minute) {
    for (const { seen, last } of counts.values())
      if (seen > NOTED_PER_MINUTE) due.push({ ...last, changes: undefined, times: seen - NOTED_PER_MINUTE });
    minute = nowMinute;
    counts = new Map();
  }
  const count = counts.get(key) ?? { seen: 0, last: note };
  if (!counts.has(key) && counts.size >= MAX_KEYS) return due;
  counts.set(key, { seen: count.seen + 1, last: note });
  return count.seen < NOTED_PER_MINUTE ? [...due, note] : due;
}

/** Notes a refusal of access; other refusals are answers to a form. It never makes the answer fail. */
export async function noteRefusal(error: AppError, refused: Refused): Promise<void> {
  const cause = error.cause ?? error;
  if (!ACCESS.includes(error.status) || noted.has(error) || (typeof cause === "object" && noted.has(cause))) return;
  noted.add(error);
  const { subject, ...rest } = refused;
  const note: LogNote = { ...rest, refusal: error.code, ...(subject ? { subject } : {}) };
  const key = `${requestContext()?.ip ?? ""} ${note.companyId ?? ""}`;
  try {
    const nowMinute = Math.floor(services().clock.nowMs() / 60_000);
    for (const entry of toWrite(note, key, nowMinute)) await noteInLog(db(), entry);
  } catch (fault) {
    logFault(fault);
  }
}
