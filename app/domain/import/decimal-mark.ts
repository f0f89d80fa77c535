/**
 * Which mark stands before the decimals of a column's numbers. '1,200' is 1200 in one list and 1.2 in another; the
 * column's other values often tell.
 */
import { ARABIC_POINT, withLatinDigits } from "../validation/latin-digits";
import type { Cell } from "./cell";

export type DecimalMark = "," | ".";

/** null where nothing tells */
export type DecimalMarks = readonly (DecimalMark | null)[];

/** A number with what may stand behind it: '1,5 t'. */
const NUMBER = /^\s*[+\-−]?(\d[\d.,]*)\s*(?:\p{L}[\p{L}\d³]*\.?\s*)?$/u;
const GROUPS = /^\d{1,3}(?:\.\d{3})+$|^\d{1,3}(?:,\d{3})+$/;
const TWO_WAYS = /^[1-9]\d{0,2}([.,])\d{3}$/;

export const otherMark = (mark: DecimalMark): DecimalMark => (mark === "," ? "." : ",");

/** The mark of a number that may stand between thousands or before decimals, with exactly three digits behind it. */
export function openMark(digits: string): DecimalMark | null {
  return (TWO_WAYS.exec(digits)?.[1] as DecimalMark | undefined) ?? null;
}

/** The mark before decimals as a number tells it by itself; null where it tells nothing. Its mark must not be open. */
function markOf(digits: string): DecimalMark | null {
  const marks = digits.replace(/\d/g, "");
  if (marks === "") return null;
  const last = marks.at(-1) as DecimalMark;
  if (marks.length === 1) return last;
  // Of two kinds the last one, once; of one kind, several times, the other one.
  if (new Set(marks).size === 1) return GROUPS.test(digits) ? otherMark(last) : null;
  return marks.indexOf(last) === marks.length - 1 ? last : null;
}

/** Follows one column from row to row. */
export class DecimalsOfColumn {
  readonly #seen = new Set<DecimalMark>();
  readonly #round = new Set<DecimalMark>();
  #hasBare = false;

  see(cell: Cell | undefined): void {
    if (typeof cell !== "string") return;
    const digits = NUMBER.exec(withLatinDigits(cell))?.[1];
    if (digits === undefined) return;
    const open = openMark(digits);
    if (cell.includes(ARABIC_POINT)) this.#seen.add(".");
    else if (open === null) {
      const mark = markOf(digits);
      if (mark !== null) this.#seen.add(mark);
      else this.#hasBare ||= digits.length <= 3;
    } else if (digits.endsWith("0")) this.#round.add(open);
  }

  /** null where nothing tells, or one value says this and another that */
  get mark(): DecimalMark | null {
    const [first, second] = this.#seen;
    if (first !== undefined) return second === undefined ? first : null;
    // Whoever writes 1.2 as '1,200' writes three digits behind each mark, and 950 as '950,000'.
    const [open, other] = this.#round;
    return this.#hasBare && open !== undefined && other === undefined ? otherMark(open) : null;
  }
}
