/** Whether a row and a stored visit are one and the same, where no id says so. */
import type { ImportedVisit } from "~/domain/import/imported";
import type { NamedVisitRow } from "~/db/repositories/named-visits.server";
import { grouped } from "~/lib/grouped";

const plain = (text: string): string => text.trim().replace(/\s+/g, " ").toLowerCase();

export const sameText = (one: string, other: string): boolean => plain(one) === plain(other);

type Place = Pick<ImportedVisit, "name" | "address" | "postcode" | "lat" | "lng">;

/** By address, and by coordinates where one of the two has no address. */
export function sameNameAndPlace(item: Place, visit: Place): boolean {
  if (!sameText(item.name, visit.name)) return false;
  if (item.address !== "" && visit.address !== "")
    return sameText(item.address, visit.address) && (item.postcode === "" || sameText(item.postcode, visit.postcode));
  return item.lat === visit.lat && item.lng === visit.lng && (item.lat !== null || item.address === visit.address);
}

/** Two visits to one customer on one day differ in one of these. */
const sameOrder = (item: ImportedVisit, visit: NamedVisitRow): boolean =>
  item.type === visit.type &&
  item.startTime === visit.start_time &&
  item.endTime === visit.end_time &&
  item.serviceTime === visit.service_time &&
  item.packageLoad === visit.package_load &&
  item.packageCapacity === visit.package_capacity;

/** Each row with a visit of its own: those that are alike in all come first, the others take what is left. */
export function pairedByPlace<R>(
  items: ReadonlyMap<R, ImportedVisit>,
  visits: readonly NamedVisitRow[],
): Map<R, NamedVisitRow> {
  const free = grouped(visits, (visit) => plain(visit.name));
  const pairs = new Map<R, NamedVisitRow>();
  for (const isSame of [sameOrder, () => true])
    for (const [row, item] of items) {
      if (pairs.has(row)) continue;
      const named = free.get(plain(item.name)) ?? [];
      const at = named.findIndex((visit) => sameNameAndPlace(item, visit) && isSame(item, visit));
      if (at !== -1) pairs.set(row, named.splice(at, 1)[0]!);
    }
  return pairs;
}
