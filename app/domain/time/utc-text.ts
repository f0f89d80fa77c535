/**
 * UTC text 'YYYY-MM-DD HH:mm:ss': the only form of an instant in the database and in rules.
 * Rules that calculate turn it into whole epoch seconds and back; none of them reads a clock.
 */
export type UtcText = string;

const PATTERN = /^(\d{4})-(\d{2})-(\d{2})[ T](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?Z?$/;

/** Epoch seconds of a UTC text (or ISO text in UTC), or null when it is no such text. */
export function parseUtcText(text: string | null | undefined): number | null {
  if (text === null || text === undefined) return null;
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
