/** Splits text with separators and quotes into records, and finds quotes that belong to the text of a cell. */
import Papa from "papaparse";

interface Parsed {
  data: string[][];
  errors: Papa.ParseError[];
  /** where the last whole record ends */
  meta: { cursor: number };
}

/** Papa's parser of one piece of text. With `step` it tells of each record by itself. */
type PieceParser = new (config: { delimiter: string; newline: string; step?: (one: Parsed) => void }) => {
  parse(text: string, base: number, ignoreLastRow: boolean): Parsed;
  abort(): void;
};
const { Parser } = Papa as unknown as { Parser: PieceParser };

interface Records {
  records: string[][];
  /** where the first record begins that isn't whole */
  end: number;
}

const NEWLINE = "\n";
/** Stands for a quote that is text: no character, so no text has it. */
const MASK = "\uFFFF";
/** What is looked at once where quotes are doubtful: each of them may be looked for to its end. */
const WINDOW_CHARS = 500;

const isInvalid = ({ code }: Papa.ParseError): boolean => code === "InvalidQuotes";
const isMissing = ({ code }: Papa.ParseError): boolean => code === "MissingQuotes";

/**
 * A cell in quotes may hold separators, line ends and doubled quotes. A quote inside that is neither doubled nor
 * followed by the cell's end was not written by a program: `"Müller" GmbH`. For Papa the cell then goes on to the next
 * quote that closes, which may stand rows below. Where it would take in rows, its first quote is text like any other.
 */
export class RecordParser {
  /** cells of the record before, 0 for none */
  private width = 0;

  constructor(private readonly separator: string) {}

  /** @param last nothing comes after this text. A record that isn't whole even then has a quote that never closes. */
  parse(text: string, last: boolean): Records {
    const { data, errors, meta } = this.parser().parse(text, 0, !last);
    if (errors.some(isInvalid)) return this.parseDoubtful(text, last);
    if (errors.some(isMissing)) return this.parse(text, false);
    this.width = data.at(-1)?.length ?? this.width;
    return { records: data, end: last ? text.length : meta.cursor };
  }

  private parser(step?: (one: Parsed) => void): InstanceType<PieceParser> {
    return new Parser({ delimiter: this.separator, newline: NEWLINE, ...(step && { step }) });
  }

  private parseDoubtful(text: string, last: boolean): Records {
    const records: string[][] = [];
    let [at, size] = [0, WINDOW_CHARS];
    /** quotes of the record at `at` that are text */
    let masked: number[] = [];
    while (at < text.length) {
      const to = Math.min(text.length, at + size);
      let window = text.slice(at, to);
      for (const quote of masked) window = `${window.slice(0, quote - at)}${MASK}${window.slice(quote - at + 1)}`;
      const { whole, end, stray } = this.read(window, last && to === text.length);
      for (const cells of whole) records.push(cells.map((cell) => cell.replaceAll(MASK, '"')));
      if (stray !== null) masked = [...(end === 0 ? masked : []), at + stray];
      else if (end > 0) masked = [];
      else if (to === text.length) break;
      size = stray === null && end === 0 ? size * 2 : WINDOW_CHARS;
      at += end;
    }
    return { records, end: at };
  }

  /** The whole records up to the first quote that takes in rows. */
  private read(text: string, last: boolean): { whole: string[][]; end: number; stray: number | null } {
    const whole: string[][] = [];
    let end = 0;
    let stray: number | null = null;
    const parser = this.parser(({ data: [cells = []], errors, meta }) => {
      // Lines of one cell leave the record as wide as the one before; rows that a stray quote has joined do not.
      const isOdd = cells.length === 1 || cells.length !== this.width || errors.some(isMissing);
      stray = this.strayQuote(text, errors, { isOdd });
      if (stray !== null || errors.some(isMissing)) return parser.abort();
      whole.push(cells);
      this.width = cells.length;
      end = meta.cursor;
    });
    const { errors } = parser.parse(text, 0, !last);
    return { whole, end, stray: stray ?? this.strayQuote(text, errors, { isOdd: this.width <= 1, isCut: !last }) };
  }

  /**
   * @param isOdd whether a cell of several lines takes in rows also without a separator
   * @param isCut whether more text may come behind this one
   */
  private strayQuote(
    text: string,
    errors: readonly Papa.ParseError[],
    { isOdd = false, isCut = false }: { isOdd?: boolean; isCut?: boolean },
  ): number | null {
    // All doubtful quotes of a cell have the place where it begins.
    for (const index of new Set(errors.filter(isInvalid).map((error) => error.index ?? 0))) {
      const end = this.closing(text, index);
      if (isCut && end < text.length && text.slice(end + 1).trim() === "") return null;
      const cell = text.slice(index, end);
      if (cell.includes(NEWLINE) && (isOdd || cell.includes(this.separator))) return index - 1;
    }
    return null;
  }

  /** Where the cell ends by its quotes; the text's end when it doesn't. */
  private closing(text: string, from: number): number {
    for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 1)) {
      if (text[at + 1] === '"') at += 1;
      else if (this.endsCell(text, at)) return at;
    }
    return text.length;
  }

  private endsCell(text: string, quote: number): boolean {
    let at = quote + 1;
    while (text[at] === " ") at += 1;
    return at === text.length || text[at] === this.separator || text[at] === NEWLINE;
  }
}
