/** Which encoding a text file has: by its byte-order mark, by whether it is UTF-8, else by its letters. */
import { isUtf8 } from "node:buffer";
import { detect } from "chardet";

/** Most letters that are not ASCII are found in the first of them. */
const SAMPLE_BYTES = 64_000;
const WESTERN = "windows-1252";

/** Null for what is no text: pictures, PDF files, programs. */
export function encodingOf(content: Buffer): string | null {
  if (content[0] === 0xef && content[1] === 0xbb && content[2] === 0xbf) return "utf-8";
  if (content[0] === 0xff && content[1] === 0xfe) return "utf-16le";
  if (content[0] === 0xfe && content[1] === 0xff) return "utf-16be";
  const wide = wideEncoding(content);
  if (wide !== null) return wide;
  if (content.includes(0) || looksBinary(content)) return null;
  return isUtf8(content) ? "utf-8" : guessed(content);
}

/** UTF-16 without a mark: every other byte of Latin text is 0. */
function wideEncoding(content: Buffer): string | null {
  const bytes = Math.min(content.length, 4_000) & ~1;
  const zeros = [0, 0];
  for (let at = 0; at < bytes; at++) if (content[at] === 0) zeros[at & 1]! += 1;
  const [even, odd] = zeros as [number, number];
  const most = bytes / 2;
  if (odd > most * 0.4 && even < most * 0.05) return "utf-16le";
  return even > most * 0.4 && odd < most * 0.05 ? "utf-16be" : null;
}

const PDF = Buffer.from("%PDF-");

function looksBinary(content: Buffer): boolean {
  if (content.subarray(0, PDF.length).equals(PDF)) return true;
  const sample = content.subarray(0, SAMPLE_BYTES);
  let control = 0;
  // Tab, line feed, form feed, carriage return and escape also stand in texts.
  for (const byte of sample) if (byte < 32 && ![9, 10, 12, 13, 27].includes(byte)) control += 1;
  return control > sample.length / 50;
}

function guessed(content: Buffer): string {
  const first = content.findIndex((byte) => byte > 127);
  // From the beginning of that line on, so that whole words are compared.
  const from = Math.max(0, content.lastIndexOf(10, first));
  const name = detect(content.subarray(from, from + SAMPLE_BYTES)) ?? WESTERN;
  // Windows' characters are those of the standard, and more.
  const label = /^iso-8859-1$|^ascii$|^utf/i.test(name) ? WESTERN : name;
  try {
    new TextDecoder(label);
    return label;
  } catch {
    return WESTERN;
  }
}
