import { MAX_CHOSEN_ROWS, PAGE_SIZES, PAGE_SIZE_STANDARD } from "./constants";
import { formatNumber } from "./format-number";
import { withLatinDigits } from "./validation/latin-digits";

/** Rows per page; "all" is one page of everything, in a list that has no more than `MOST_ROWS`. */
export type PageSize = (typeof PAGE_SIZES)[number] | "all";

/** What the user may choose from, in this order. */
export const PAGE_SIZE_CHOICES: readonly PageSize[] = [...PAGE_SIZES, "all"];

/**
 * The most rows of a page, whatever the address or the cookie asks for: a list of 150,000 visits would be 325 MB, and
 * half a minute of the server's only thread. As many as may be chosen at once.
 */
export const MOST_ROWS = MAX_CHOSEN_ROWS;

/** The cookie that remembers the last chosen size, for one year. */
const PAGE_SIZE_COOKIE = "rows";

export interface Paging {
  /** From 1. */
  page: number;
  size: PageSize;
}

interface PageRange {
  page: number;
  pages: number;
  /** First and last row on the page, from 1; both 0 when there are none. */
  from: number;
  to: number;
  /** For SQL: rows to skip, rows to take. */
  offset: number;
  limit: number;
}

export function parsePageSize(text: string | null | undefined): PageSize | null {
  if (text === null || text === undefined) return null;
  if (text.toLowerCase() === "all") return "all";
  return PAGE_SIZE_CHOICES.find((size) => String(size) === text) ?? null;
}

/** The list's page: from `?page=&rows=`, else from the cookie, else page 1 of 15. Invalid values count as absent. */
export function readPaging(
  params: URLSearchParams,
  cookieHeader: string | null = null,
  standard: PageSize = PAGE_SIZE_STANDARD,
): Paging {
  const pageText = withLatinDigits(params.get("page") ?? "");
  const page = /^\d{1,9}$/.test(pageText) ? Math.max(1, Number(pageText)) : 1;
  const remembered = new RegExp(`(?:^|;\\s*)${PAGE_SIZE_COOKIE}=([^;]*)`).exec(cookieHeader ?? "")?.[1];
  return { page, size: parsePageSize(params.get("rows")) ?? parsePageSize(remembered) ?? standard };
}

/** The Set-Cookie value that remembers a size; loaders send it when `?rows=` is present. */
export function pageSizeCookie(size: PageSize, path = "/platform"): string {
  return `${PAGE_SIZE_COOKIE}=${size}; Path=${path}; Max-Age=31536000; SameSite=Lax`;
}

export const rowsPerPage = (size: PageSize): number => (size === "all" ? MOST_ROWS : size);

/** What a size is called where there are so many rows: a page that cannot hold all of them isn't called All. */
export const sizeLabel = (size: PageSize, total: number): string =>
  size === "all" && total <= MOST_ROWS ? "All" : String(rowsPerPage(size));

/** The rows of a page. A page beyond the last is the last. */
export function pageRange({ page, size }: Paging, total: number): PageRange {
  const perPage = rowsPerPage(size);
  const pages = Math.max(1, Math.ceil(total / perPage));
  const current = Math.min(Math.max(1, page), pages);
  const offset = (current - 1) * perPage;
  return {
    page: current,
    pages,
    from: total === 0 ? 0 : offset + 1,
    to: Math.min(offset + perPage, total),
    offset,
    limit: perPage,
  };
}

/** "1–15 of 150". */
export function rangeLabel(range: PageRange, total: number): string {
  return total === 0 ? "0 of 0" : `${formatNumber(range.from)}–${formatNumber(range.to)} of ${formatNumber(total)}`;
}
