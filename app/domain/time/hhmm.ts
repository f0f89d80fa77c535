/** 'HH:mm' texts of working hours, windows and breaks. */

const PATTERN = /^(\d{1,2}):(\d{2})(?::\d{2})?$/;

/** Minutes since midnight of 'HH:mm' (or 'HH:mm:ss'; '24:00' is the end of the day), null when it is no time. */
export function parseHHmm(text: string | null | undefined): number | null {
  const match = PATTERN.exec((text ?? "").trim());
  if (match === null) return null;
  const hour = Number(match[1]);
  const minute = Number(match[2]);
  if (minute > 59 || hour > 24 || (hour === 24 && minute > 0)) return null;
  return hour * 60 + minute;
}

const two = (value: number): string => String(value).padStart(2, "0");

/** 'HH:mm' of minutes since midnight, kept within 00:00..24:00. */
export function formatHHmm(minutes: number): string {
  const kept = Math.min(Math.max(Math.round(minutes), 0), 24 * 60);
  return `${two(Math.floor(kept / 60))}:${two(kept % 60)}`;
}

export const START_BEFORE_END = "Start time must be less than end time";
export const END_AFTER_START = "End time must be greater than start time";

/**
 * Checks a time range. The message depends on the field that was changed; an empty start or end is
 * allowed. Returns null when the range is fine.
 */
export function timeRangeError(start: string, end: string, changed: "start" | "end" = "start"): string | null {
  const from = parseHHmm(start);
  const to = parseHHmm(end);
  if (from === null || to === null || from < to) return null;
  return changed === "start" ? START_BEFORE_END : END_AFTER_START;
}

/** A range as two fields have it, "" or null for none. */
interface Range {
  start: string | null | undefined;
  end: string | null | undefined;
}

/** The end that was changed: the start, unless the end alone is another than before. */
export const changedEnd = (now: Range, before: Range): "start" | "end" =>
  parseHHmm(now.start) === parseHHmm(before.start) && parseHHmm(now.end) !== parseHHmm(before.end) ? "end" : "start";
