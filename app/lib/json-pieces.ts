/** Long JSON text written and read by and by: that of a plan of 20,000 visits has ten megabytes. */
import { PIECE } from "./pieces";
import type { Pieces } from "./pieces";

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * The text that `JSON.stringify` makes of a list or a record of plain data; long ones at the first two levels by and
 * by.
 */
export function* jsonText(value: readonly unknown[] | Record<string, unknown>, levels = 2): Pieces<string> {
  const parts: string[] = [];
  if (Array.isArray(value)) {
    for (let from = 0; from < value.length; from += PIECE) {
      parts.push(JSON.stringify(value.slice(from, from + PIECE)).slice(1, -1));
      yield;
    }
    return `[${parts.join(",")}]`;
  }
  const record = value as Record<string, unknown>;
  let small: [string, unknown][] = [];
  const flush = (): void => {
    const text = JSON.stringify(Object.fromEntries(small)).slice(1, -1);
    if (text !== "") parts.push(text);
    small = [];
  };
  for (const [key, one] of Object.entries(record)) {
    if (levels > 1 && (Array.isArray(one) || isRecord(one))) {
      flush();
      parts.push(`${JSON.stringify(key)}:${yield* jsonText(one, levels - 1)}`);
    } else {
      small.push([key, one]);
      if (small.length === PIECE) {
        flush();
        yield;
      }
    }
  }
  flush();
  return `{${parts.join(",")}}`;
}

/** Characters that are read at once: a millisecond or less. */
const READ_AT_ONCE = 32_768;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const isOpening = (code: number): boolean => code === 0x7b || code === 0x5b;
const isClosing = (code: number): boolean => code === 0x7d || code === 0x5d;

/** The index of the quote that ends the string whose first quote is at `from`. */
function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at += 1;
  }
  return text.length;
}

/** Where the members of a list or a record begin and end, without the commas; a record's come with their keys. */
function* members(text: string): Generator<[from: number, to: number] | undefined, void, void> {
  let depth = 0;
  let from = 1;
  let pauseAt = READ_AT_ONCE;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (isOpening(code)) depth += 1;
    else if (isClosing(code)) depth -= 1;
    if (depth === 0 || (depth === 1 && code === COMMA)) {
      yield [from, at];
      from = at + 1;
    }
    if (depth === 0 && at === text.length - 1) return;
    if (depth === 0) break;
    if (at < pauseAt) continue;
    pauseAt = at + READ_AT_ONCE;
    yield undefined;
  }
  throw new SyntaxError("The brackets of the JSON text don't match.");
}

/**
 * What `JSON.parse` makes of the text. A list or record of more than `atOnce` characters is read some members at a
 * time.
 * @throws SyntaxError for anything else; a comma too many is overlooked
 */
export function* jsonValue(text: string, atOnce = READ_AT_ONCE): Pieces<unknown> {
  const whole = text.trim();
  const [open, close] = [whole[0] ?? "", whole.at(-1) ?? ""];
  if (whole.length <= atOnce || (open + close !== "[]" && open + close !== "{}")) return JSON.parse(whole);
  const found: unknown[] = [];
  const isList = open === "[";
  /** begin of the members that are read together next; -1: none */
  let begin = -1;
  let end = 0;
  const flush = (): void => {
    if (begin === -1) return;
    const some = JSON.parse(open + whole.slice(begin, end) + close) as object;
    for (const one of isList ? (some as unknown[]) : Object.entries(some)) found.push(one);
    begin = -1;
  };
  for (const member of members(whole)) {
    if (member === undefined) {
      yield;
      continue;
    }
    const [from, to] = member;
    if (begin !== -1 && to - begin > atOnce) {
      flush();
      yield;
    }
    if (to - from > atOnce) {
      found.push(yield* longMember(whole.slice(from, to).trim(), isList, atOnce));
    } else {
      if (begin === -1) begin = from;
      end = to;
    }
  }
  flush();
  return isList ? found : Object.fromEntries(found as [string, unknown][]);
}

function* longMember(member: string, isList: boolean, atOnce: number): Pieces<unknown> {
  if (isList) return yield* jsonValue(member, atOnce);
  const endOfKey = endOfString(member, 0);
  const colon = member.indexOf(":", endOfKey);
  return [JSON.parse(member.slice(0, endOfKey + 1)), yield* jsonValue(member.slice(colon + 1), atOnce)];
}
