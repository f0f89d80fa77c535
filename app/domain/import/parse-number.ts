/** Numbers as people write them. */
import { sixDecimals } from "../six-decimals";
import { ARABIC_POINT, withLatinDigits } from "../validation/latin-digits";
import type { Unit } from "./import-fields";
import { cellValue } from "./cell";
import type { Cell } from "./cell";
import { openMark } from "./decimal-mark";
import type { DecimalMark } from "./decimal-mark";
import { unitFactor } from "./units";

/** No amount is longer, with its unit; the patterns take their time for a text that is. */
const MAX_NUMBER_CHARS = 200;

/** A cell's value, of a text with digits from 0 to 9; null for a text that is too long for a number. */
function shortValue(cell: Cell): string | number | boolean | null {
  const value = cellValue(cell);
  if (typeof value !== "string") return value;
  return value.length > MAX_NUMBER_CHARS ? null : withLatinDigits(value);
}

const isArabic = (cell: Cell): boolean => typeof cell === "string" && cell.includes(ARABIC_POINT);

const PLAIN_NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
const GROUPS_OF_POINTS = /^[+-]?\d{1,3}(\.\d{3}){2,}$/;
const GROUPS_OF_COMMAS = /^[+-]?\d{1,3}(,\d{3}){2,}$/;

/**
 * A decimal number from text: comma or point before the decimals, spaces, apostrophes, commas or points between
 * thousands. Null when it is no number, like '47,12x' and 'about 5 kg'.
 * @param decimal the mark before decimals where it is known: the other one stands between thousands
 */
export function parseDecimal(cell: Cell, decimal: DecimalMark | null = null): number | null {
  const value = shortValue(cell);
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value !== "string") return null;
  let text = value
    .trim()
    .replace(/(\d)[\s'’](?=\d{3}(?!\d))/g, "$1")
    .replace("−", "-");
  const comma = text.lastIndexOf(",");
  const point = text.lastIndexOf(".");
  const known = isArabic(cell) ? "." : decimal;
  const open = known === null ? null : openMark(text.replace(/^[+-]/, ""));
  if (comma !== -1 && point !== -1) {
    // The last one stands before the decimals, the others between thousands.
    text = comma > point ? text.replaceAll(".", "").replace(",", ".") : text.replaceAll(",", "");
  } else if (GROUPS_OF_POINTS.test(text)) text = text.replaceAll(".", "");
  else if (GROUPS_OF_COMMAS.test(text)) text = text.replaceAll(",", "");
  else if (open !== null && open !== known) text = text.replace(open, "");
  else text = text.replace(",", ".");
  return PLAIN_NUMBER.test(text) ? Number(text) : null;
}

const WITH_UNIT = /^([+\-−]?[\d.,'’\s]*\d[.,]?)\s*(\p{L}[\p{L}\d³]*\.?|')$/u;

/** What a number without a unit is counted in, by its header; without one in the field's own unit. */
interface Counted {
  unit: Unit | undefined;
  headerFactor: number;
  /** the column's mark before decimals; null where nothing tells */
  decimal?: DecimalMark | null;
}

/** The mark of an amount, with or without a unit, that can be read in two ways; null for any other cell. */
export function openMarkOf(cell: Cell): DecimalMark | null {
  const value = shortValue(cell);
  if (typeof value !== "string" || isArabic(cell)) return null;
  return openMark((WITH_UNIT.exec(value.trim())?.[1] ?? value).trim().replace(/^\+/, ""));
}

/**
 * A number in the field's unit, to six decimals, so that 0.1 t are exactly 100 kg. Null when it is no number or has the
 * unit of something else.
 */
export function parseAmount(cell: Cell, { unit, headerFactor, decimal }: Counted): number | null {
  const plain = parseDecimal(cell, decimal);
  if (plain !== null) return headerFactor === 1 ? plain : sixDecimals(plain * headerFactor);
  const value = shortValue(cell);
  const [, digits, name] = (typeof value === "string" && WITH_UNIT.exec(value.trim())) || [];
  if (digits === undefined || name === undefined) return null;
  const factor = unit === undefined ? undefined : unitFactor(unit, name);
  const number = parseDecimal(digits, decimal);
  return factor === undefined || number === null ? null : factor === 1 ? number : sixDecimals(number * factor);
}

const SEXAGESIMAL = /^([+-]?\d{1,3})\s*[°º]\s*(\d{1,2})\s*['’′]\s*(?:(\d{1,2}(?:[.,]\d+)?)\s*(?:["”″]|''))?$/;

/** Degrees: '47,115747', '47.1157° N', '47°07'30" N'. */
export function parseDegrees(cell: Cell): number | null {
  const value = shortValue(cell);
  if (typeof value !== "string") return parseDecimal(cell);
  let text = value.trim();
  let sign = 1;
  if (/[NSEWO]$/i.test(text)) {
    if (/[SW]$/i.test(text)) sign = -1;
    text = text.slice(0, -1).trimEnd().replace(/[°º]$/, "").trimEnd();
  }
  const parts = SEXAGESIMAL.exec(text);
  if (parts !== null) {
    const [degrees, minutes, seconds] = [
      Number(parts[1]),
      Number(parts[2]),
      Number((parts[3] ?? "0").replace(",", ".")),
    ];
    return sign * (degrees < 0 ? -1 : 1) * sixDecimals(Math.abs(degrees) + minutes / 60 + seconds / 3600);
  }
  const plain = parseDecimal(text.replace(/[°º]$/, ""));
  return plain === null ? null : sign * plain;
}
