/** Splits text with separators and quotes into records, and finds quotes that belong to the text of a cell. */

const QUOTE = '"';
const LINE_END = "\n";

/** A record and where the next one begins; null where the text ends before the record does. */
type Read<Value> = { value: Value; end: number } | null;

export interface Records {
  records: string[][];
  /** where the first record begins that isn't whole */
  end: number;
}

/**
 * A cell in quotes may hold separators, line ends and doubled quotes. A quote inside that is neither doubled nor
 * followed by the cell's end was not written by a program: `"Müller" GmbH`. The cell then goes on to the next quote
 * that closes, unless it would take in rows of their own: then its first quote is text like any other.
 */
export class RecordParser {
  /** cells of the record before, 0 for none */
  private width = 0;

  constructor(private readonly separator: string) {}

  /** @param last nothing comes after this text. A record that isn't whole even then has a quote that never closes. */
  parse(text: string, last: boolean): Records {
    const records: string[][] = [];
    let at = 0;
    let quote = text.indexOf(QUOTE);
    while (at < text.length) {
      const lineEnd = text.indexOf(LINE_END, at);
      if (quote !== -1 && quote < at) quote = text.indexOf(QUOTE, at);
      const end = lineEnd === -1 ? text.length : lineEnd;
      if (lineEnd === -1 && !last) break;
      const hasQuote = quote !== -1 && quote < end;
      const read = hasQuote
        ? this.record(text, at, last)
        : { value: text.slice(at, end).split(this.separator), end: end + 1 };
      if (read === null) break;
      records.push(read.value);
      this.width = read.value.length;
      at = read.end;
    }
    return { records, end: Math.min(at, text.length) };
  }

  private record(text: string, from: number, last: boolean, literal = false): Read<string[]> {
    const cells: string[] = [];
    let isDoubtful = false;
    for (let at = from; ;) {
      const cell = text[at] === QUOTE ? this.quoted(text, at, last) : this.plain(text, at);
      if (cell === null) return null;
      const isJoined = cell.doubtful && cell.value.includes(LINE_END);
      const { value, end } = isJoined && literal ? this.plain(text, at) : cell;
      if (end === text.length && !last) return null;
      isDoubtful ||= isJoined && !literal;
      cells.push(value);
      at = end + 1;
      if (text[end] === this.separator) continue;
      // Lines of one cell leave the record as wide as the others; rows that a stray quote has joined do not.
      if (isDoubtful && (cells.length === 1 || cells.length !== this.width)) return this.record(text, from, last, true);
      return { value: cells, end: at };
    }
  }

  private plain(text: string, from: number): { value: string; end: number; doubtful: boolean } {
    let end = from;
    while (end < text.length && text[end] !== this.separator && text[end] !== LINE_END) end += 1;
    return { value: text.slice(from, end), end, doubtful: false };
  }

  private quoted(text: string, from: number, last: boolean): { value: string; end: number; doubtful: boolean } | null {
    let doubtful = false;
    let [looked, hasSeparator, hasLineEnd] = [from, false, false];
    const takesInRows = (to: number): boolean => {
      const part = text.slice(looked, to);
      looked = to;
      hasSeparator ||= part.includes(this.separator);
      hasLineEnd ||= part.includes(LINE_END);
      return hasSeparator && hasLineEnd;
    };
    for (let at = text.indexOf(QUOTE, from + 1); at !== -1; at = text.indexOf(QUOTE, at + 1)) {
      if (text[at + 1] === QUOTE) {
        at += 1;
        continue;
      }
      const end = this.closedAt(text, at + 1);
      // A second quote or the separator may come with the next piece.
      if (end === text.length && !last) return null;
      if (doubtful && takesInRows(at)) return this.plain(text, from);
      if (end !== -1) return { value: text.slice(from + 1, at).replaceAll('""', QUOTE), end, doubtful };
      doubtful = true;
      if (takesInRows(at)) return this.plain(text, from);
    }
    return doubtful && (last || takesInRows(text.length)) ? this.plain(text, from) : null;
  }

  /** Where the cell ends behind a quote and spaces, -1 where a text goes on. */
  private closedAt(text: string, from: number): number {
    let end = from;
    while (text[end] === " " || (text[end] === "\t" && this.separator !== "\t")) end += 1;
    return end === text.length || text[end] === this.separator || text[end] === LINE_END ? end : -1;
  }
}
