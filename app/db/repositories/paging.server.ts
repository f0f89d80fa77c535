import type { Knex } from "knex";

interface FirstRows {
  /** the first so many rows alone, and nothing is counted: `total` is how many came */
  first?: number | undefined;
}

/** A page of a bounded number of rows. */
export interface PageOfRows extends FirstRows {
  /** 1-based; below 1 means 1, beyond the last means the last */
  page?: number | undefined;
  /** 10, 15, 25, 50 … */
  pageSize?: number | undefined;
}

/** The same, or every row, for work on all of them. No list that people turn the pages of asks for that. */
export interface PageRequest extends FirstRows {
  page?: number | undefined;
  pageSize?: number | "unpaged" | undefined;
}

export interface Paged<Row> {
  rows: Row[];
  total: number;
  page: number;
  /** rows per page; the total (at least 1) for 'unpaged' */
  pageSize: number;
  pages: number;
}

const STANDARD = 15;

/**
 * One page of a query, and how many rows there are, unless only the first are asked for.
 * @param filtered where-clauses only: it is cloned for the count
 * @param ordered adds columns and order
 */
export async function paged<Row>(
  filtered: Knex.QueryBuilder,
  request: PageRequest,
  ordered: (query: Knex.QueryBuilder) => void,
): Promise<Paged<Row>> {
  if (request.first !== undefined) {
    const query = filtered.clone().limit(request.first);
    ordered(query);
    const rows = (await query) as Row[];
    return { rows, total: rows.length, page: 1, pageSize: request.first, pages: 1 };
  }
  const counted = (await filtered.clone().count({ total: "*" }).first()) as { total: number | string } | undefined;
  const total = Number(counted?.total ?? 0);
  const pageSize =
    request.pageSize === "unpaged" ? Math.max(1, total) : Math.max(1, Math.trunc(request.pageSize ?? STANDARD));
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const page = Math.min(pages, Math.max(1, Math.trunc(request.page ?? 1)));
  const query = filtered
    .clone()
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  ordered(query);
  return { rows: (await query) as Row[], total, page, pageSize, pages };
}
