/** What rows of a spreadsheet make of visits: new ones, and changes of those that are known. */
import type { NewVisit, Patch, Recalculation } from "~/domain/changes";
import { UNSCHEDULED_POSITION } from "~/domain/constants";
import type { ImportedVisit } from "~/domain/import/imported";
import type { Route } from "~/domain/route/route";
import { parseHHmm, START_BEFORE_END } from "~/domain/time/hhmm";
import { hoursText } from "~/domain/time/time-window";
import { allowFields } from "~/domain/visit/change-fields";
import { changedVisit } from "~/domain/visit/changed-visit";
import { BLANK_VISIT } from "~/domain/visit/new-visit";
import type { Visit } from "~/domain/visit/visit";
import { VisitSource } from "~/domain/visit/visit-source";
import { addTo } from "~/lib/grouped";
import { RowOutcome } from "./row-outcome";
import { plainNote } from "./row-notes";
import type { ImportNote } from "./row-notes";
import { sameText } from "./same-visit";

export interface VisitRow {
  rowId: number;
  /** as the spreadsheet counts */
  row: number;
  item: ImportedVisit;
  /** the fields that the row itself has a value for; all others are defaults */
  given: ReadonlySet<string>;
  /** the visit that the row speaks of */
  knownId: number | undefined;
}

export interface VisitOwner {
  companyId: number;
  planId: number | null;
  /** of a new visit whose row names none */
  warehouseId: number | null;
  sheetId: number;
  /** warehouses by the external ids of the rows; empty in a plan, which has its own */
  warehouses: ReadonlyMap<string, { id: number }>;
}

/** What the rows meet. */
interface KnownVisits {
  visits: readonly Visit[];
  routes: readonly Route[];
}

interface RowResult {
  rowId: number;
  outcome: RowOutcome;
  /** beside those that checking found */
  notes: ImportNote[];
  /** of a known visit; new ones get theirs when they are stored */
  visitId?: number | undefined;
}

export interface DecidedVisits {
  create: NewVisit[];
  /** of `create`, in their order */
  createdBy: RowResult[];
  patches: Patch<Visit>[];
  recalculate: Recalculation[];
  known: RowResult[];
}

/** What became of them once they are stored. */
export interface AppliedVisits {
  results: RowResult[];
  createdIds: readonly number[];
  updatedIds: readonly number[];
  routeIds: readonly number[];
}

export function decideVisits(rows: readonly VisitRow[], owner: VisitOwner, met: KnownVisits): DecidedVisits {
  const decided: DecidedVisits = { create: [], createdBy: [], patches: [], recalculate: [], known: [] };
  const visits = new Map(met.visits.map((visit) => [visit.id, visit]));
  const stops = stopsByRoute(met.visits);
  const retimed = new Map<number, Recalculation>();
  for (const row of rows) {
    const visit = row.knownId === undefined ? undefined : visits.get(row.knownId);
    const notes = warehouseNotes(row, owner);
    if (visit === undefined) {
      decided.create.push(newVisit(row, owner));
      decided.createdBy.push({ rowId: row.rowId, outcome: RowOutcome.Created, notes });
      continue;
    }
    const route = met.routes.find((one) => one.id === visit.routeId) ?? null;
    const changed = changedBy(row, visit, owner);
    // What can't be read as a telephone number is kept, and noted when the row is checked.
    const decision = allowFields({ visit, route, visits: stops.get(route?.id ?? 0) ?? [] }, changed);
    const result = { rowId: row.rowId, visitId: visit.id, notes: [...notes, ...changed.notes] };
    if (!decision.ok) {
      const sentence = `The visit is there already and stays as it is: ${decision.error.message}`;
      const why = plainNote(row.row, "refused", sentence, "dropped");
      decided.known.push({ ...result, outcome: RowOutcome.Dropped, notes: [why] });
      continue;
    }
    const { visits: patches, recalculate } = decision.changes;
    decided.known.push({ ...result, outcome: patches.length === 0 ? RowOutcome.Unchanged : RowOutcome.Updated });
    decided.patches.push(...patches);
    for (const one of recalculate) retimed.set(one.routeId, one);
  }
  decided.recalculate = [...retimed.values()];
  return decided;
}

function stopsByRoute(visits: readonly Visit[]): Map<number, Visit[]> {
  const stops = new Map<number, Visit[]>();
  for (const visit of visits) if (visit.routeId !== null) addTo(stops, visit.routeId, visit);
  return stops;
}

const named = ({ item }: VisitRow, { warehouses }: VisitOwner): { id: number } | undefined =>
  item.externalWarehouseId === null ? undefined : warehouses.get(item.externalWarehouseId);

const newVisit = (row: VisitRow, owner: VisitOwner): NewVisit => ({
  ...BLANK_VISIT,
  ...row.item,
  companyId: owner.companyId,
  planId: owner.planId,
  warehouseId: named(row, owner)?.id ?? owner.warehouseId,
  position: UNSCHEDULED_POSITION,
  source: VisitSource.Import,
  sourceId: String(owner.sheetId),
});

function warehouseNotes(row: VisitRow, owner: VisitOwner): ImportNote[] {
  const { externalWarehouseId } = row.item;
  if (owner.planId !== null || externalWarehouseId === null || named(row, owner) !== undefined) return [];
  const sentence =
    `External warehouse id '${externalWarehouseId}' belongs to none of your warehouses. ` +
    "The visit was imported without it.";
  const note = plainNote(row.row, "no_warehouse", sentence, "kept");
  return [{ ...note, field: "External warehouse id", value: externalWarehouseId }];
}

const OLD_PLACE = "The address is another one now, and the place on the map is still the old one. Check it.";

/** Only what the row has a value for, as far as it differs from what is stored. */
function changedBy(
  row: VisitRow,
  visit: Visit,
  owner: VisitOwner,
): ReturnType<typeof changedVisit> & { notes: ImportNote[] } {
  const { item, given } = row;
  const notes: ImportNote[] = [];
  const values: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(item)) if (given.has(field)) values[field] = value;
  delete values.lat;
  delete values.lng;
  if (item.lat !== null && item.lng !== null) Object.assign(values, { lat: item.lat, lng: item.lng });
  else if (movesAway(row, visit)) {
    if (visit.routeId === null) Object.assign(values, { lat: null, lng: null });
    else notes.push(plainNote(row.row, "old_place", OLD_PLACE, "kept"));
  }
  const start = given.has("startTime") ? item.startTime : visit.startTime;
  const end = given.has("endTime") ? item.endTime : visit.endTime;
  if ((given.has("startTime") || given.has("endTime")) && !isBefore(start, end)) {
    const sentence = `${START_BEFORE_END} (${hoursText(start ?? "", end ?? "")}). The visit's times stay as they are.`;
    notes.push(plainNote(row.row, "window_order", sentence, "defaulted"));
    delete values.startTime;
    delete values.endTime;
  }
  const warehouse = owner.planId === null ? named(row, owner) : undefined;
  if (warehouse !== undefined) values.warehouseId = warehouse.id;
  return { ...changedVisit(values, visit), notes };
}

/** The row gives another address and no coordinates: the stored place belongs to the old address. */
const movesAway = ({ item, given }: VisitRow, visit: Visit): boolean =>
  visit.lat !== null &&
  ((given.has("address") && visit.address !== "" && !sameText(item.address, visit.address)) ||
    (given.has("postcode") && visit.postcode !== "" && !sameText(item.postcode, visit.postcode)));

const isBefore = (start: string | null, end: string | null): boolean => {
  const [from, to] = [parseHHmm(start ?? ""), parseHHmm(end ?? "")];
  return from === null || to === null || from < to;
};
