import { START_BEFORE_END, parseHHmm } from "../time/hhmm";
import { hoursText } from "../time/time-window";
import { textOrNull } from "./row-reader";
import type { RowReader, Values } from "./row-reader";

type Range = [start: string | null, end: string | null];

const before = (a: string | null, b: string | null): boolean =>
  a === null || b === null || (parseHHmm(a) ?? 0) < (parseHHmm(b) ?? 0);

/** Midnight as an end is that of the day that goes by, unless the range would begin with it. */
const midnightAsEnd = (to: string | null, from: string | null): string | null =>
  to === "00:00" && from !== "00:00" ? "24:00" : to;

const DAY_MIN = 24 * 60;

/**
 * What is wrong with a range like 22:00–02:00; null for any other. No visit has a window over midnight, and the default
 * would be the hours that were not meant. A range that is in the wrong order, like 16:00–12:00, would be longer than
 * half a day.
 */
export function overMidnight(values: Values, row: RowReader, start: string, end: string): string | null {
  const from = textOrNull(values[start]);
  const to = midnightAsEnd(textOrNull(values[end]), from);
  const minutes = (parseHHmm(to) ?? 0) - (parseHHmm(from) ?? 0);
  if (from === null || to === null || minutes >= 0 || minutes + DAY_MIN > DAY_MIN / 2) return null;
  return `The time window '${shownRange(row, start, end)}' goes over midnight. A day's windows end at 24:00.`;
}

/** As the row has it, in one column or in two. */
function shownRange(row: RowReader, start: string, end: string): string {
  const shown = [...new Set([row.shown(start), row.shown(end)])];
  return hoursText(shown[0], shown[1]);
}

/** A range of times with defaults. A default that would turn the range around is left out. */
export function timeRange(values: Values, row: RowReader, start: string, end: string, defaults: Range): Range {
  const from = textOrNull(values[start]);
  const to = midnightAsEnd(textOrNull(values[end]), from);
  if (!before(from, to)) {
    const sentence = `${START_BEFORE_END} (${shownRange(row, start, end)}). The default is used.`;
    row.add(start, "window_order", sentence, "defaulted");
    return defaults;
  }
  if (from === null && to === null) return defaults;
  if (to === null) return [from, before(from, defaults[1]) ? defaults[1] : null];
  if (from === null) return [before(defaults[0], to) ? defaults[0] : null, to];
  return [from, to];
}
