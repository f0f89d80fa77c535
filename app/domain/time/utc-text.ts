/**
 * UTC text 'YYYY-MM-DD HH:mm:ss': the only form of an instant in the database and in rules.
 * Rules that calculate turn it into whole epoch seconds and back; none of them reads a clock.
 */
export type UtcText = string;

const PATTERN = /^(\d{4})-(\d{2})-(\d{2})[ T](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?Z?$/;

const LENGTH = "YYYY-MM-DD HH:mm:ss".length;
const SEPARATORS = [
  [4, "-"],
  [7, "-"],
  [10, " "],
  [13, ":"],
  [16, ":"],
] as const;

/** The two digits at an index as a number; NaN where something else stands. */
function twoDigits(text: string, at: number): number {
  const [tens, ones] = [text.charCodeAt(at) - 48, text.charCodeAt(at + 1) - 48];
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}

/**
 * The text as the database has it, of an instant in any month's first 28 days: a plan's page reads thousands. Null:
 * it is for the pattern to tell.
 */
function parseStored(text: string): number | null {
  if (text.length !== LENGTH) return null;
  for (const [at, sign] of SEPARATORS) if (text[at] !== sign) return null;
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  const [month, day] = [twoDigits(text, 5), twoDigits(text, 8)];
  const [hour, minute, second] = [twoDigits(text, 11), twoDigits(text, 14), twoDigits(text, 17)];
  const isDay = year >= 1970 && month >= 1 && month <= 12 && day >= 1 && day <= 28;
  return isDay && hour <= 23 && minute <= 59 && second <= 59
    ? Date.UTC(year, month - 1, day, hour, minute, second) / 1000
    : null;
}

/** Epoch seconds of a UTC text (or ISO text in UTC), or null when it is no such text. */
export function parseUtcText(text: string | null | undefined): number | null {
  if (text === null || text === undefined) return null;
  return parseStored(text) ?? parseAny(text);
}

function parseAny(text: string): number | null {
  const match = PATTERN.exec(text.trim());
  if (match === null) return null;
  const [month, day, hour] = [Number(match[2]), Number(match[3]), Number(match[4])];
  const ms = Date.UTC(Number(match[1]), month - 1, day, hour, Number(match[5]), Number(match[6] ?? 0));
  // Date.UTC rolls 31 February over to March and 25:00 to the next day; such a text names no instant.
  const date = new Date(ms);
  if (date.getUTCMonth() !== month - 1 || date.getUTCHours() !== hour) return null;
  return Math.floor(ms / 1000);
}

/** Epoch seconds of a text that must be UTC text. Throws RangeError naming the text. */
export function epochSec(text: UtcText): number {
  const sec = parseUtcText(text);
  if (sec === null) throw new RangeError(`'${text}' is no UTC text 'YYYY-MM-DD HH:mm:ss'`);
  return sec;
}

/** UTC text of epoch seconds (fractions are cut). */
export function utcText(sec: number): UtcText {
  return new Date(Math.floor(sec) * 1000).toISOString().slice(0, 19).replace("T", " ");
}

/** `sec` later (or earlier when negative). */
export const addSeconds = (text: UtcText, sec: number): UtcText => utcText(epochSec(text) + sec);

/** The later of two instants; null counts as never. */
export function laterOf(a: UtcText | null, b: UtcText): UtcText {
  return a !== null && epochSec(a) > epochSec(b) ? a : b;
}
