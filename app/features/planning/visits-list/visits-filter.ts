/** What the company's list of visits is narrowed to, as its address says it. */
import { behindOf } from "~/domain/figures/visits-behind";
import { isDateText } from "~/domain/time/calendar";
import { VISIT_STATUSES } from "~/domain/visit/visit-status";
import type { VisitStatus } from "~/domain/visit/visit-status";

interface VisitsFilter {
  /** as it is shown */
  status?: VisitStatus | undefined;
  /** of the plan's day, both included */
  from?: string | undefined;
  to?: string | undefined;
  /** null: on routes without one */
  driver?: number | null | undefined;
  vehicle?: number | null | undefined;
  warehouse?: number | null | undefined;
  /** the visits behind a figure of the dashboard; null: all */
  behind: string | null;
}

/** '12' an id, '0' none of them. */
function idOf(text: string | null): number | null | undefined {
  if (text === "0") return null;
  return text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined;
}

const dayOf = (text: string | null): string | undefined => (text !== null && isDateText(text) ? text : undefined);

/** What can't be read narrows nothing. */
export const readVisitsFilter = (params: URLSearchParams): VisitsFilter => ({
  status: VISIT_STATUSES.find((status) => String(status) === params.get("status")),
  from: dayOf(params.get("from")),
  to: dayOf(params.get("to")),
  driver: idOf(params.get("driver")),
  vehicle: idOf(params.get("vehicle")),
  warehouse: idOf(params.get("warehouse")),
  behind: behindOf(params.get("behind")),
});

export const isNarrowed = ({ behind, ...filter }: VisitsFilter): boolean =>
  behind !== null || Object.values(filter).some((value) => value !== undefined);

/** As fields of a form hold it: '' for all, '0' for none. */
export const fieldOf = (value: number | null | undefined): string =>
  value === undefined ? "" : value === null ? "0" : String(value);
