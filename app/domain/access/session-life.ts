/** How long a session lasts: 30 days after its last use, and at most 90 days. */
import { DAY_SEC } from "../time/calendar";
import { addSeconds, epochSec } from "../time/utc-text";
import type { UtcText } from "../time/utc-text";

export const SESSION_IDLE_SEC = 30 * DAY_SEC;
export const SESSION_LONGEST_SEC = 90 * DAY_SEC;
/** A use is written down at most this often. */
const NOTED_EVERY_SEC = 60;

/** When a session that is used now ends by itself. */
export function sessionEnd(createdAt: UtcText, now: UtcText): UtcText {
  const idle = addSeconds(now, SESSION_IDLE_SEC);
  const longest = addSeconds(createdAt, SESSION_LONGEST_SEC);
  return epochSec(idle) < epochSec(longest) ? idle : longest;
}

/** Is it time to write down that the session is used? */
export const isUseToNote = (lastUsedAt: UtcText, now: UtcText): boolean =>
  epochSec(now) - epochSec(lastUsedAt) >= NOTED_EVERY_SEC;
