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

const onePage = <Row>(rows: Row[], pageSize: number): Paged<Row> => ({
  rows,
  total: rows.length,
  page: 1,
  pageSize,
  pages: 1,
});

const sizeOf = ({ pageSize }: PageOfRows): number => Math.max(1, Math.trunc(pageSize ?? STANDARD));

/** Which page it is: one beyond the last is the last. */
function placeOf(total: number, pageSize: number, asked = 1): Omit<Paged<unknown>, "rows"> {
  const pages = Math.max(1, Math.ceil(total / pageSize));
  return { total, page: Math.min(pages, Math.max(1, Math.trunc(asked))), pageSize, pages };
}

/** One page of rows that are all there. */
export function pageOfAll<Row>(rows: Row[], { first, page, pageSize }: PageRequest): Paged<Row> {
  if (first !== undefined) return onePage(rows.slice(0, first), first);
  if (pageSize === "unpaged") return onePage(rows, Math.max(1, rows.length));
  const place = placeOf(rows.length, sizeOf({ pageSize }), page);
  const from = (place.page - 1) * place.pageSize;
  return { rows: rows.slice(from, from + place.pageSize), ...place };
}

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
  if (request.first !== undefined) return onePage(await read(request.first), request.first);
  if (request.pageSize === "unpaged") {
    const rows = await read();
    return onePage(rows, Math.max(1, rows.length));
  }
  const { page: asked = 1 } = request;
  const pageSize = sizeOf({ pageSize: request.pageSize });
  const first = asked <= 1 ? await read(pageSize) : null;
  if (first !== null && first.length < pageSize) return onePage(first, pageSize);
  const counted = (await filtered.clone().count({ total: "*" }).first()) as { total: number | string } | undefined;
  const place = placeOf(Number(counted?.total ?? 0), pageSize, asked);
  return { rows: first ?? (await read(pageSize, (place.page - 1) * pageSize)), ...place };
}
