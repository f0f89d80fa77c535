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

/** A range of times with defaults. A default that would turn the range around is left out. */
export function timeRange(values: Values, row: RowReader, start: string, end: string, defaults: Range): Range {
  const from = textOrNull(values[start]);
  const to = midnightAsEnd(textOrNull(values[end]), from);
  if (!before(from, to)) {
    const shown = [...new Set([row.shown(start), row.shown(end)])];
    row.add(
      start,
      "window_order",
      `${START_BEFORE_END} (${hoursText(shown[0], shown[1])}). The default is used.`,
      "defaulted",
    );
    return defaults;
  }
  if (from === null && to === null) return defaults;
  if (to === null) return [from, before(from, defaults[1]) ? defaults[1] : null];
  if (from === null) return [before(defaults[0], to) ? defaults[0] : null, to];
  return [from, to];
}
