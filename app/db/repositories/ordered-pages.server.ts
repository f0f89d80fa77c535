/** Lists by a column that somebody chose: names as people order them, what is empty last, each row on one page. */
import type { Knex } from "knex";
import { compareNames } from "~/domain/compare-names";
import type { ListOrder } from "~/domain/list-order";
import { inBatches } from "~/lib/in-batches";
import type { Db } from "../client.server";
import { orderEmptyLast } from "../dialect.server";
import { paged, pageOfAll } from "./paging.server";
import type { Paged, PageRequest } from "./paging.server";

/** What rows are ordered by. */
export interface OrderPart {
  /** a column, or what is worked out of some; null and '' are empty */
  by: string | Knex.Raw;
  /** names and other words: "Van 2" before "Van 10", "ähnlich" beside "Ahorn" */
  text?: boolean;
  down?: boolean;
  /** never empty: an index in this order serves */
  isFilled?: boolean;
}

export interface PageOrder {
  /** the rows' id, with its table */
  id: string;
  /** the first that tells two rows apart decides; the last is the id */
  parts: readonly OrderPart[];
}

/**
 * Most rows whose texts are compared here for one page of them (13 ms). Of more, the database orders all: in upper and
 * lower case alike, but it knows no numbers in names, and SQLite puts Ä behind Z.
 */
const MOST_COMPARED = 2000;
const ROWS_AT_ONCE = 1000;

/** What was chosen, and for rows that are alike in it, how the list stands by itself. */
export const orderParts = <Column extends string>(
  columns: Readonly<Record<Column, OrderPart>>,
  order: ListOrder<Column> | undefined,
  standard: readonly OrderPart[],
): OrderPart[] => [...(order === undefined ? [] : [{ ...columns[order.by], down: order.down }]), ...standard];

type Key = string | number | null;
type Keys = Record<string, Key> & { id: number };

const nameOf = (nth: number): string => `order_${nth}`;

function compareKeys(parts: readonly OrderPart[], a: Keys, b: Keys): number {
  for (const [nth, { text, down }] of parts.entries()) {
    const [x, y] = [a[nameOf(nth)] ?? "", b[nameOf(nth)] ?? ""];
    if (x === "" || y === "") {
      if (x !== y) return x === "" ? 1 : -1;
      continue;
    }
    const found = text ? compareNames(String(x), String(y)) : x < y ? -1 : Number(x > y);
    if (found !== 0) return down ? -found : found;
  }
  return 0;
}

const isUnpaged = ({ first, pageSize }: PageRequest): boolean => first === undefined && pageSize === "unpaged";

/** The ids of a page, in order. */
export async function pageOfIds(
  db: Db,
  filtered: Knex.QueryBuilder,
  request: PageRequest,
  { id, parts }: PageOrder,
): Promise<Paged<{ id: number }>> {
  if (parts.some(({ text }) => text)) {
    const keys = parts.map(({ by }, nth) => db.raw("? as ??", [expression(db, by), nameOf(nth)]));
    const query = filtered.clone().select(`${id} as id`, ...keys);
    if (!isUnpaged(request)) query.limit(MOST_COMPARED + 1);
    const rows = (await query) as Keys[];
    if (isUnpaged(request) || rows.length <= MOST_COMPARED)
      return pageOfAll(
        rows.sort((a, b) => compareKeys(parts, a, b)),
        request,
      );
  }
  return paged<{ id: number }>(filtered, request, (query) => {
    query.select(`${id} as id`);
    for (const { by, ...how } of parts) orderEmptyLast(query, expression(db, by), how);
  });
}

const expression = (db: Db, by: OrderPart["by"]): Knex.Raw => (typeof by === "string" ? db.raw("??", [by]) : by);

/**
 * One page of a query. Its ids come first: databases sort them faster than whole rows.
 * @param filtered where-clauses and joins only
 * @param show adds the columns, `id` among them
 */
export async function pagedInOrder<Row extends { id: number }>(
  db: Db,
  filtered: Knex.QueryBuilder,
  request: PageRequest,
  order: PageOrder,
  show: (query: Knex.QueryBuilder) => void,
): Promise<Paged<Row>> {
  const found = await pageOfIds(db, filtered, request, order);
  const ids = found.rows.map(({ id }) => id);
  const rows = new Map<number, Row>();
  for (const batch of isUnpaged(request) ? [null] : inBatches(ids, ROWS_AT_ONCE)) {
    const query = filtered.clone();
    if (batch !== null) query.whereIn(order.id, batch);
    show(query);
    for (const row of (await query) as Row[]) rows.set(row.id, row);
  }
  return { ...found, rows: ids.flatMap((id) => rows.get(id) ?? []) };
}
