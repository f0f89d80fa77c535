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
 * One page of a query, and how many rows there are, unless only the first are asked for. Rows are counted where they
 * don't tell it themselves: a search in a long list reads all of it, and was done twice to find little or nothing.
 * @param filtered where-clauses only: it is cloned for the count
 * @param ordered adds columns and order
 */
export async function paged<Row>(
  filtered: Knex.QueryBuilder,
  request: PageRequest,
  ordered: (query: Knex.QueryBuilder) => void,
): Promise<Paged<Row>> {
  const read = async (limit?: number, offset = 0): Promise<Row[]> => {
    const query = filtered.clone();
    if (limit !== undefined) query.limit(limit);
    if (offset > 0) query.offset(offset);
    ordered(query);
    return (await query) as Row[];
  };
  const onePage = (rows: Row[], pageSize: number): Paged<Row> => ({
    rows,
    total: rows.length,
    page: 1,
    pageSize,
    pages: 1,
  });
  if (request.first !== undefined) return onePage(await read(request.first), request.first);
  if (request.pageSize === "unpaged") {
    const rows = await read();
    return onePage(rows, Math.max(1, rows.length));
  }
  const pageSize = Math.max(1, Math.trunc(request.pageSize ?? STANDARD));
  const asked = Math.max(1, Math.trunc(request.page ?? 1));
  const first = asked === 1 ? await read(pageSize) : null;
  if (first !== null && first.length < pageSize) return onePage(first, pageSize);
  const counted = (await filtered.clone().count({ total: "*" }).first()) as { total: number | string } | undefined;
  const total = Number(counted?.total ?? 0);
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const page = Math.min(pages, asked);
  return { rows: first ?? (await read(pageSize, (page - 1) * pageSize)), total, page, pageSize, pages };
}
