/**
 * Many rows of the same shape as columns: each name is written once, and what repeats is written once. 1,000 visits
 * become a third of their JSON, and are as quick to read. Values are what JSON knows; a missing field stays missing.
 */
import type { Pieces } from "./pieces";

type Value = string | number | boolean | object | null;

type Column =
  /** all rows have this value */
  | ["same", Value]
  /** index into the few values; -1 for none */
  | ["few", Value[], number[]]
  /** whole numbers, written as their distance to the smallest */
  | ["from", number, number[]]
  /** one for each row */
  | ["each", Value[]]
  /** of some rows: their indexes, their values */
  | ["some", number[], Value[]];

export interface Columns<Row> {
  count: number;
  columns: { [Name in keyof Row & string]?: Column };
}

/** A column is a piece: of 20,000 rows some milliseconds. */
export function* packRows<Row extends object>(rows: readonly Row[]): Pieces<Columns<Row>> {
  const columns: Record<string, Column> = {};
  const names = new Set<string>();
  for (const row of rows) for (const name in row) names.add(name);
  for (const name of names) {
    yield;
    const packed = pack(rows.map((row) => (row as Record<string, Value | undefined>)[name]));
    if (packed !== null) columns[name] = packed;
  }
  return { count: rows.length, columns: columns as Columns<Row>["columns"] };
}

function pack(values: readonly (Value | undefined)[]): Column | null {
  const present = values.filter((value) => value !== undefined);
  if (present.length === 0) return null;
  // Lists and objects are told apart by what they hold.
  const known = new Map<string | number | boolean | null, number>();
  const few: Value[] = [];
  const indexes = values.map((value) => {
    if (value === undefined) return -1;
    const key =
      typeof value === "object" && value !== null
        ? `list ${JSON.stringify(value)}`
        : typeof value === "string"
          ? `text ${value}`
          : value;
    let index = known.get(key);
    if (index === undefined) {
      index = few.length;
      known.set(key, index);
      few.push(value);
    }
    return index;
  });
  if (present.length === values.length && few.length === 1) return ["same", few[0] as Value];
  if (few.length * 3 <= values.length) return ["few", few, indexes];
  if (present.length < values.length) return ["some", indexes.flatMap((index, at) => (index < 0 ? [] : [at])), present];
  if (!present.every((value) => Number.isSafeInteger(value))) return ["each", present];
  const numbers = present as number[];
  const smallest = Math.min(...numbers);
  return ["from", smallest, numbers.map((value) => value - smallest)];
}

export function unpackRows<Row extends object>({ count, columns }: Columns<Row>): Row[] {
  const rows: Record<string, unknown>[] = Array.from({ length: count }, () => ({}));
  for (const [name, column] of Object.entries(columns) as [string, Column][]) fill(rows, name, column);
  return rows as Row[];
}

function fill(rows: Record<string, unknown>[], name: string, column: Column): void {
  switch (column[0]) {
    case "same":
      for (const row of rows) row[name] = column[1];
      break;
    case "few":
      column[2].forEach((index, at) => {
        if (index >= 0) rows[at]![name] = column[1][index];
      });
      break;
    case "from":
      column[2].forEach((distance, at) => {
        rows[at]![name] = column[1] + distance;
      });
      break;
    case "each":
      column[1].forEach((value, at) => {
        rows[at]![name] = value;
      });
      break;
    case "some":
      column[1].forEach((at, nth) => {
        rows[at]![name] = column[2][nth];
      });
  }
}

/**
 * The new rows, each of which is the old object when nothing in it has changed: what is drawn from it need not be
 * drawn again. The old list itself when all are the same.
 */
export function keepSame<Row extends { id: number }>(before: readonly Row[], after: readonly Row[]): readonly Row[] {
  const known = new Map(before.map((row) => [row.id, row]));
  const kept = after.map((row) => {
    const old = known.get(row.id);
    return old !== undefined && (old === row || sameFields(old, row)) ? old : row;
  });
  return kept.length === before.length && kept.every((row, at) => row === before[at]) ? before : kept;
}

function sameFields(a: object, b: object): boolean {
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>];
  const names = Object.keys(left);
  return names.length === Object.keys(right).length && names.every((name) => sameValue(left[name], right[name]));
}

const sameValue = (a: unknown, b: unknown): boolean =>
  a === b ||
  (typeof a === "object" &&
    typeof b === "object" &&
    a !== null &&
    b !== null &&
    JSON.stringify(a) === JSON.stringify(b));
