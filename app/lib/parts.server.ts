import { createHash } from "node:crypto";
import { packRows } from "./columns";
import { HELD_HEADER, type Parts } from "./parts";
import type { Pieces } from "./pieces";

/** A group that is longer is cut: a change within it sends so many rows, and not all of them. */
const PART_ROWS = 100;

/** Characters of base 64: two lists of the same name don't happen. */
const NAME_LENGTH = 12;

/** Names of the parts that the asking page holds. */
export const heldBy = (request: Request): ReadonlySet<string> =>
  new Set((request.headers.get(HELD_HEADER) ?? "").split(","));

const nameOf = (rows: readonly unknown[]): string =>
  createHash("sha256").update(JSON.stringify(rows)).digest("base64url").slice(0, NAME_LENGTH);

function* cut<Row>(rows: readonly Row[], groupOf: (row: Row) => unknown): Generator<readonly Row[], void> {
  for (let from = 0, to = 0; from < rows.length; from = to) {
    const group = groupOf(rows[from]!);
    while (to < rows.length && to - from < PART_ROWS && groupOf(rows[to]!) === group) to += 1;
    yield rows.slice(from, to);
  }
}

/**
 * The rows as parts: neighbours of one group are one part. Those that are `held` are named and left out.
 * @param held names of parts, as `heldBy` reads them
 */
export function* cutParts<Row extends object>(
  rows: readonly Row[],
  groupOf: (row: Row) => unknown,
  held: ReadonlySet<string>,
): Pieces<Parts<Row>> {
  const [names, counts]: [string[], number[]] = [[], []];
  const sent: Row[] = [];
  for (const part of cut(rows, groupOf)) {
    yield;
    const name = nameOf(part);
    const isHeld = held.has(name);
    names.push(name);
    counts.push(isHeld ? 0 : part.length);
    if (!isHeld) sent.push(...part);
  }
  return { names, counts, rows: yield* packRows(sent) };
}
