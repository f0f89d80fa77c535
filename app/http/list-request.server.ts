import type { Paged, PageOfRows } from "~/db/repositories/paging.server";
import type { PageSize, Paging } from "~/domain/paging";
import { pageSizeCookie, parsePageSize, readPaging, rowsPerPage } from "~/domain/paging";
import { COUNTRY_PARAM, STATUS_PARAM } from "~/lib/list-params";
import { CHOSEN_PARAM, DIALOG_PARAM } from "~/lib/dialog-param";
import { BASE_PATH } from "~/paths";

/** Where a list stands, from the address and from the size that was chosen last. */
export interface ListRequest {
  paging: Paging;
  search: string;
  /** of the records to list: 1 active, 0 inactive; undefined for both */
  status: 0 | 1 | undefined;
  /** id of a country */
  country: number | undefined;
  page: PageOfRows;
}

/** @param standard rows per page, until somebody chooses another number */
export function listRequest(request: Request, standard?: PageSize): ListRequest {
  const params = new URL(request.url).searchParams;
  const paging = readPaging(params, request.headers.get("Cookie"), standard);
  const status = params.get(STATUS_PARAM);
  const country = params.get(COUNTRY_PARAM) ?? "";
  return {
    paging,
    status: status === "1" ? 1 : status === "0" ? 0 : undefined,
    country: /^[1-9]\d{0,8}$/.test(country) ? Number(country) : undefined,
    search: (params.get("q") ?? "").trim().slice(0, 255),
    page: { page: paging.page, pageSize: rowsPerPage(paging.size) },
  };
}

/** What every list page hands to its table and its pagination. */
export const listOf = <Row, Shown>(
  { paging, search, status, country }: ListRequest,
  found: Paged<Row>,
  show: (row: Row) => Shown,
) => ({
  rows: found.rows.map(show),
  total: found.total,
  paging: { ...paging, page: found.page },
  search,
  /** Fewer rows than there are: the empty list is no reason to add the first one. */
  narrowed: search !== "" || status !== undefined || country !== undefined,
});

/** Which dialog the address asks for, and for which record. */
export function dialogOf(request: Request): { name: string | null; id: number | null } {
  const params = new URL(request.url).searchParams;
  const id = Number(params.get("id") ?? "");
  return { name: params.get(DIALOG_PARAM), id: Number.isSafeInteger(id) && id > 0 ? id : null };
}

/** The rows that a dialog of the address is about, each once; none for another dialog. */
export function chosenOf(request: Request, dialogs: readonly string[]): number[] {
  const params = new URL(request.url).searchParams;
  if (!dialogs.includes(params.get(DIALOG_PARAM) ?? "")) return [];
  return [
    ...new Set(params.getAll(CHOSEN_PARAM).flatMap((text) => (/^[1-9]\d{0,14}$/.test(text) ? [Number(text)] : []))),
  ];
}

/** The list as it stands, its dialog closed, with the record that was just saved made visible for a moment. */
export function closedList(request: Request, highlight?: number): string {
  const url = new URL(request.url);
  for (const name of [DIALOG_PARAM, "id", CHOSEN_PARAM, "highlight"]) url.searchParams.delete(name);
  if (highlight !== undefined) url.searchParams.set("highlight", String(highlight));
  const path = url.pathname.startsWith(BASE_PATH) ? url.pathname.slice(BASE_PATH.length) || "/" : url.pathname;
  return `${path}${url.search}`;
}

/** Remembers the number of rows that the address asks for, where no script does it. */
export function rememberRows(request: Request): HeadersInit {
  const size = parsePageSize(new URL(request.url).searchParams.get("rows"));
  return size === null ? {} : { "Set-Cookie": pageSizeCookie(size) };
}
