/** Pages of one table for programs: by a cursor, so that rows that come and go move no others. */
import type { Db } from "../client.server";
import { whereContains } from "../dialect.server";
import { scoped } from "./scoped.server";
import type { ScopedTable } from "./scoped.server";

type Value = string | number;

export interface RowsAfter {
  /** each column has this value, or one of these */
  where: Readonly<Record<string, Value | readonly Value[] | null>>;
  /** columns that are empty: they have this value, or null */
  empty?: Readonly<Record<string, Value>>;
  search?: { columns: readonly string[]; text: string } | undefined;
  /** Null comes before all values, as both databases have it; the id decides among equals. */
  sort: { column: string; descending: boolean };
  /** the row to go on after */
  after?: { value: Value | null; id: number } | undefined;
  limit: number;
  /** left out: all columns */
  columns?: readonly string[] | undefined;
}

export async function listRowsAfter<Row>(
  db: Db,
  companyId: number,
  table: ScopedTable,
  { where, empty = {}, search, sort, after, limit, columns }: RowsAfter,
): Promise<Row[]> {
  const query = scoped(db, table, companyId);
  for (const [column, value] of Object.entries(where)) {
    if (Array.isArray(value)) query.whereIn(`${table}.${column}`, [...(value as readonly Value[])]);
    else query.where(`${table}.${column}`, value as Value | null);
  }
  for (const [column, value] of Object.entries(empty))
    query.where((either) => void either.where(`${table}.${column}`, value).orWhereNull(`${table}.${column}`));
  if (search !== undefined)
    whereContains(
      query,
      search.columns.map((column) => `${table}.${column}`),
      search.text,
    );
  const [column, id] = [`${table}.${sort.column}`, `${table}.id`];
  const [direction, beyond] = sort.descending ? (["desc", "<"] as const) : (["asc", ">"] as const);
  if (after !== undefined)
    query.where((either) => {
      if (sort.column !== "id") {
        if (after.value !== null) either.where(column, beyond, after.value);
        if (sort.descending && after.value !== null) either.orWhereNull(column);
        if (!sort.descending && after.value === null) either.whereNotNull(column);
      }
      either.orWhere((same) => {
        if (sort.column !== "id") same.where(column, after.value);
        same.where(id, beyond, after.id);
      });
    });
  if (sort.column !== "id") query.orderBy(column, direction);
  query.orderBy(id, direction).limit(limit);
  return (await query.select(columns === undefined ? `${table}.*` : columns.map((one) => `${table}.${one}`))) as Row[];
}
