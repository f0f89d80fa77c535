/** The hours in which recipients are left alone, by the clock of the warehouse. */
import { addDays } from "../time/calendar";
import { parseHHmm } from "../time/hhmm";
import { localParts, localTimeToEpoch } from "../time/time-zone";

/** 'HH:mm' each; an end before the start is one of the next morning. */
export interface QuietHours {
  start: string;
  end: string;
}

/**
 * When the quiet hours end that an instant lies in, in epoch seconds; null outside of them. The start belongs to them,
 * the end doesn't. On days on which the clock changes its readings count: a start that is skipped begins with the jump.
 */
export function quietUntil(nowSec: number, timeZone: string, quiet: QuietHours | null): number | null {
  if (quiet === null || parseHHmm(quiet.start) === parseHHmm(quiet.end)) return null;
  const overnight = (parseHHmm(quiet.end) ?? 0) < (parseHHmm(quiet.start) ?? 0);
  const { date } = localParts(nowSec, timeZone);
  for (const startDay of overnight ? [addDays(date, -1), date] : [date]) {
    const start = localTimeToEpoch(startDay, quiet.start, timeZone);
    const end = localTimeToEpoch(overnight ? addDays(startDay, 1) : startDay, quiet.end, timeZone);
    if (start !== null && end !== null && start <= nowSec && nowSec < end) return end;
  }
  return null;
}
