import { PAGE_SIZES, PAGE_SIZE_STANDARD } from "~/domain/constants";
import { formatNumber } from "~/domain/format-number";

/** Rows per page; "all" has no pages. */
export type PageSize = (typeof PAGE_SIZES)[number] | "all";

/** What the user may choose from, in this order. */
export const PAGE_SIZE_CHOICES: readonly PageSize[] = [...PAGE_SIZES, "all"];

/** The cookie that remembers the last chosen size, for one year. */
export const PAGE_SIZE_COOKIE = "rows";

export interface Paging {
  /** From 1. */
  page: number;
  size: PageSize;
}

export interface PageRange {
  page: number;
  pages: number;
  /** First and last row on the page, from 1; both 0 when there are none. */
  from: number;
  to: number;
  /** For SQL: rows to skip, rows to take (null: all of them). */
  offset: number;
  limit: number | null;
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
  const pageText = params.get("page") ?? "";
  const page = /^\d{1,9}$/.test(pageText) ? Math.max(1, Number(pageText)) : 1;
  const remembered = new RegExp(`(?:^|;\\s*)${PAGE_SIZE_COOKIE}=([^;]*)`).exec(cookieHeader ?? "")?.[1];
  return { page, size: parsePageSize(params.get("rows")) ?? parsePageSize(remembered) ?? standard };
}

/** The Set-Cookie value that remembers a size; loaders send it when `?rows=` is present. */
export function pageSizeCookie(size: PageSize, path = "/platform"): string {
  return `${PAGE_SIZE_COOKIE}=${size}; Path=${path}; Max-Age=31536000; SameSite=Lax`;
}

/** The rows of a page. A page beyond the last is the last. */
export function pageRange({ page, size }: Paging, total: number): PageRange {
  const perPage = size === "all" ? Math.max(total, 1) : size;
  const pages = Math.max(1, Math.ceil(total / perPage));
  const current = Math.min(Math.max(1, page), pages);
  const offset = (current - 1) * perPage;
  return {
    page: current,
    pages,
    from: total === 0 ? 0 : offset + 1,
    to: Math.min(offset + perPage, total),
    offset,
    limit: size === "all" ? null : size,
  };
}

/** "1–15 of 150". */
export function rangeLabel(range: PageRange, total: number): string {
  return total === 0 ? "0 of 0" : `${formatNumber(range.from)}–${formatNumber(range.to)} of ${formatNumber(total)}`;
}
