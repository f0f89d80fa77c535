/** How lists are ordered by a column, and how the address says so: '?sort=title', or '?sort=-title' the other way. */
import { oneOfChoices } from "~/lib/one-of-choices";

export const SORT_PARAM = "sort";

export interface ListOrder<Column extends string = string> {
  by: Column;
  /** from the largest, the newest, or Z */
  down: boolean;
}

/** Columns of a list that order it. */
export interface ColumnOrder {
  /** ids of columns */
  columns: readonly string[];
  /** as it stands by itself; null: by no single column */
  standard: ListOrder | null;
  /** those of which the largest or the newest is asked for first */
  downFirst?: readonly string[];
}

/** The lists that are ordered where they are read. Why other columns don't order them: docs/decisions/112. */
export const LIST_ORDERS = {
  visits: {
    columns: ["name", "code", "id", "address", "recipient", "window", "plan", "date"],
    standard: { by: "id", down: true },
    downFirst: ["date"],
  },
  plans: { columns: ["title", "id", "warehouse", "date", "status"], standard: null },
  vehicles: {
    columns: ["title", "id", "plate", "type", "driver", "capacity", "load", "visits", "hours", "warehouse", "status"],
    standard: { by: "title", down: false },
  },
  warehouses: { columns: ["title", "id", "address", "zone", "status"], standard: { by: "title", down: false } },
  members: { columns: ["name", "id", "email", "phone", "status"], standard: { by: "name", down: false } },
  users: {
    columns: ["name", "email", "phone", "active", "registered", "id"],
    standard: { by: "id", down: true },
    downFirst: ["active", "registered"],
  },
  companies: {
    columns: ["title", "owner", "country", "members", "status", "created", "id"],
    standard: { by: "id", down: true },
    downFirst: ["members", "created"],
  },
} as const satisfies Readonly<Record<string, ColumnOrder>>;

export type OrderedList = keyof typeof LIST_ORDERS;
export type OrderColumn<List extends OrderedList> = (typeof LIST_ORDERS)[List]["columns"][number];

/** What the address asks for; undefined where that is no column of the list: it stands as it does by itself. */
export function orderOf<Column extends string>(
  { columns }: { columns: readonly Column[] },
  params: URLSearchParams,
): ListOrder<Column> | undefined {
  const text = params.get(SORT_PARAM) ?? "";
  const down = text.startsWith("-");
  const by = oneOfChoices(columns, down ? text.slice(1) : text);
  return by && { by, down };
}

/** How a list is ordered now; null: by no single column. */
export const currentOrder = <Standard extends ListOrder | null>(
  order: ColumnOrder & { standard: Standard },
  params: URLSearchParams,
): ListOrder | Standard => orderOf(order, params) ?? order.standard;

const inWords = (order: ListOrder | null): string | null => order && `${order.down ? "-" : ""}${order.by}`;

/**
 * What the heading of a column leads to: one way, then the other, then back to how the list stands by itself.
 * @returns the value of the address; null: none
 */
export function pressedOrder(
  order: ColumnOrder,
  column: string,
  params: URLSearchParams,
): { now: "ascending" | "descending" | null; next: string | null } {
  const [up, down] = [column, `-${column}`];
  const [first, second] = order.downFirst?.includes(column) === true ? [down, up] : [up, down];
  const [current, standard] = [inWords(currentOrder(order, params)), inWords(order.standard)];
  const isOver = current === second && standard !== second;
  const next = isOver ? null : current === first ? second : first;
  return {
    now: current === up ? "ascending" : current === down ? "descending" : null,
    next: next === standard ? null : next,
  };
}
