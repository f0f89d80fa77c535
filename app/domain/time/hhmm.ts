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

/**
 * What a time field makes of typed text: minutes over 59 become 59, single digits are padded, missing parts become 00.
 * Empty stays empty. Null for what is no time: the specification clamps minutes alone, and 25:00 may be meant as 01:00.
 */
export function normalizeTimeInput(text: string): string | null {
  if (text.trim() === "") return "";
  const cleaned = text.replace(/[.,;h]/gi, ":").replace(/[^\d:]/g, "");
  if (!/\d/.test(cleaned)) return null;
  let [hours = "", minutes = ""] = cleaned.split(":");
  // '830' and '0830' without a colon.
  if (!cleaned.includes(":") && hours.length > 2) {
    minutes = hours.slice(-2);
    hours = hours.slice(0, -2);
  }
  const time = `${two(Number(hours))}:${two(Math.min(Number(minutes.slice(0, 2)), 59))}`;
  return parseHHmm(time) === null ? null : time;
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
