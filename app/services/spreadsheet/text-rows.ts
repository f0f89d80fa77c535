/** Rows of a text file (.csv, .tsv, .txt): encoding and separator are found, the file is parsed piece by piece. */
import Papa from "papaparse";
import type { SheetRow } from "~/domain/import/cell";
import { MAX_COLUMNS } from "./cells";
import { MAX_CELL_CHARS } from "./rows-file";
import { encodingOf } from "./text-encoding";
import { RecordParser } from "./text-records";

type TextFault = "not_text" | "open_quote" | "long_line";

export class TextFileError extends Error {
  constructor(readonly fault: TextFault) {
    super(`The text file cannot be read: ${fault}`);
  }
}

/** What is decoded at once. */
const PIECE_BYTES = 1_000_000;
/** A longer row is a file without line ends, or a quote that is never closed. */
const MAX_ROW_CHARS = 1_000_000;
const SAMPLE_CHARS = 100_000;
const SAMPLE_ROWS = 50;

const SEPARATORS = ["\t", ";", "|", ","] as const;

/**
 * The rows that have a value.
 * @throws TextFileError for what is no table in a text file
 */
export function* textRows(content: Buffer): Generator<SheetRow> {
  const encoding = encodingOf(content);
  if (encoding === null) throw new TextFileError("not_text");
  const pieces = decoded(content, encoding);
  let carried = "";
  let parser: RecordParser | undefined;
  let number = 0;
  for (const { text: piece, last } of pieces) {
    let text = carried + piece;
    if (parser === undefined) {
      const { separator, skip } = separatorOf(text.slice(0, SAMPLE_CHARS));
      text = text.slice(skip);
      // The line that names the separator is a row of the file, too.
      if (skip > 0) number = 1;
      parser = new RecordParser(separator);
    }
    const { records, end } = parser.parse(text, last);
    carried = text.slice(end);
    if (last && carried !== "") throw new TextFileError("open_quote");
    if (carried.length > MAX_ROW_CHARS) throw new TextFileError(carried.includes('"') ? "open_quote" : "long_line");
    for (const fields of records) {
      number += 1;
      const row = rowOf(fields, number);
      if (row !== null) yield row;
    }
  }
}

function rowOf(fields: readonly string[], row: number): SheetRow | null {
  let width = Math.min(fields.length, MAX_COLUMNS + 1);
  while (width > 0 && (fields[width - 1] ?? "").trim() === "") width -= 1;
  if (width === 0) return null;
  return { row, cells: fields.slice(0, width).map((text) => (text === "" ? null : text.slice(0, MAX_CELL_CHARS))) };
}

/** The text in pieces, each line end as one line feed. */
function* decoded(content: Buffer, encoding: string): Generator<{ text: string; last: boolean }> {
  const decoder = new TextDecoder(encoding);
  let held = "";
  for (let at = 0; at === 0 || at < content.length; at += PIECE_BYTES) {
    const last = at + PIECE_BYTES >= content.length;
    let text = held + decoder.decode(content.subarray(at, at + PIECE_BYTES), { stream: !last });
    // Its line feed may come with the next piece.
    held = !last && text.endsWith("\r") ? "\r" : "";
    if (held !== "") text = text.slice(0, -1);
    yield { text: text.replace(/\r\n?/g, "\n"), last };
  }
}

/** Excel's own line, 'sep=;', or the separator that divides most rows into the same number of columns. */
function separatorOf(sample: string): { separator: string; skip: number } {
  const named = /^sep=([^\n])\n/i.exec(sample);
  if (named?.[1] !== undefined) return { separator: named[1], skip: named[0].length };
  let best = { separator: ",", score: 0 };
  for (const separator of SEPARATORS) {
    const score = evenness(sample, separator);
    if (score > best.score) best = { separator, score };
  }
  return { separator: best.separator, skip: 0 };
}

/** The share of rows with the most frequent number of columns; a little more for more columns. 0 for one column. */
function evenness(sample: string, delimiter: string): number {
  const { data } = Papa.parse<string[]>(sample, {
    delimiter,
    newline: "\n",
    preview: SAMPLE_ROWS,
    skipEmptyLines: true,
  });
  const counts = new Map<number, number>();
  for (const fields of data) if (fields.length > 1) counts.set(fields.length, (counts.get(fields.length) ?? 0) + 1);
  let best = 0;
  for (const [width, rows] of counts) best = Math.max(best, rows / data.length + Math.min(width, 50) / 1_000);
  return best;
}
