/** Which columns the company's list of visits shows, beside the name: chosen by each person, kept in their browser. */

export const VISIT_COLUMNS = {
  code: "Order",
  id: "Id",
  address: "Address",
  recipient: "Recipient",
  type: "Type",
  window: "Window",
  plan: "Plan",
  date: "Date",
  warehouse: "Warehouse",
  driver: "Driver",
  vehicle: "Vehicle",
  source: "Source",
  status: "Status",
  reason: "Fail reason",
} as const;
export type VisitColumn = keyof typeof VISIT_COLUMNS;

const STANDARD: readonly VisitColumn[] = [
  "code",
  "id",
  "address",
  "type",
  "plan",
  "date",
  "warehouse",
  "source",
  "status",
];

/** The parameter, once for each column, and the cookie that remembers them for one year. */
export const COLUMNS_PARAM = "columns";
const COOKIE = "visit-columns";
/** Of the form alone: without any column the name is left. */
export const COLUMNS_CHOSEN = "chosen";

const isColumn = (text: string): text is VisitColumn => Object.hasOwn(VISIT_COLUMNS, text);

/** null: the address doesn't ask for any */
function askedColumns(request: Request): VisitColumn[] | null {
  const params = new URL(request.url).searchParams;
  return params.has(COLUMNS_CHOSEN) ? params.getAll(COLUMNS_PARAM).filter(isColumn) : null;
}

/** From the address, else as they were chosen last. */
export function chosenColumns(request: Request): VisitColumn[] {
  const asked = askedColumns(request);
  if (asked !== null) return asked;
  const kept = new RegExp(`(?:^|;\\s*)${COOKIE}=([^;]*)`).exec(request.headers.get("Cookie") ?? "")?.[1];
  return kept === undefined ? [...STANDARD] : kept.split(".").filter(isColumn);
}

/** The cookie that remembers what the address asks for; null where it asks for nothing. */
export function columnsCookie(request: Request): string | null {
  const asked = askedColumns(request);
  return asked === null
    ? null
    : `${COOKIE}=${asked.join(".")}; Path=/platform; Max-Age=31536000; SameSite=Lax; HttpOnly`;
}
