/** Which entity a sheet holds and which field each column is: by memory, by headers, by what the columns hold. */
import { addTo } from "~/lib/grouped";
import type { Cell, SheetRow } from "./cell";
import { areLongitudes, contentProposals, isOwnNumbering, readableShare } from "./column-content";
import { fieldOfHeader, headerKey } from "./headers";
import { ACCOUNT_HEADERS, ImportEntity, importField } from "./import-fields";
import type { ImportField } from "./import-fields";
import type { SheetMapping } from "./sheet-mapping";

/** What a company did with a header when it was last imported. */
export interface RememberedColumn {
  entity: ImportEntity;
  header: string;
  /** null: the column was left out */
  field: string | null;
  /** by somebody; what was kept without a choice may have been a guess, and stays one */
  chosen: boolean;
}

interface ProposedColumn {
  field: string | null;
  how: "memory" | "exact" | "synonym" | "content" | null;
  /** the user need not look at it */
  sure: boolean;
}

/** The columns of a sheet, as they are looked at. */
export interface SheetSample {
  name: string;
  headers: readonly string[];
  /** some rows below the headers */
  rows: readonly SheetRow[];
}

const NONE: ProposedColumn = { field: null, how: null, sure: true };
/** Fewer readable values than these, and a column is not what its header says. */
const MOSTLY = 0.5;
const NEARLY_ALL = 0.8;

/**
 * The fields of a sheet's columns. Each field is proposed once at most: by what somebody chose for the header last
 * time, by the field's label, by other words, by what was remembered without a choice, by what the column holds. A
 * label gives way only where a choice for another column of the same sheet has its field. What differs from what is
 * remembered is to be looked at.
 */
export function proposeMapping(
  entity: ImportEntity,
  { headers, rows }: SheetSample,
  memory: readonly RememberedColumn[] = [],
): ProposedColumn[] {
  const columns = headers.map((_, column) => rows.map((row) => row.cells[column] ?? null));
  const proposed: ProposedColumn[] = headers.map(() => NONE);
  const settled = new Set<number>();
  const taken = new Set<string>();
  const take = (column: number, proposal: ProposedColumn): void => {
    settled.add(column);
    proposed[column] = proposal;
    if (proposal.field !== null) taken.add(proposal.field);
  };

  const remembered = rememberedFields(entity, headers, memory);
  const named = headers.map((header) => fieldOfHeader(entity, header));
  const labels = named.map((match) => (match?.exact === true ? match.key : null));
  choicesBesideLabels(remembered, labels).forEach((field, column) => {
    if (field === undefined || (field !== null && taken.has(field))) return;
    take(column, { field, how: "memory", sure: true });
  });

  for (const [exact, late] of [[true], [false], [false, "sure"], [false, "doubtful"]] as const) {
    named.forEach((match, column) => {
      if (match === null || match.exact !== exact || match.late !== late) return;
      if (settled.has(column) || taken.has(match.key)) return;
      const field = importField(entity, match.key);
      const cells = columns[column] ?? [];
      if (field === undefined || (isOwnNumbering(cells) && mayBeNumbering(field, exact))) return;
      const share = readableShare(field, cells);
      if (!exact && share < MOSTLY) return;
      take(column, {
        field: match.key,
        how: exact ? "exact" : "synonym",
        sure: share >= NEARLY_ALL && late !== "doubtful",
      });
    });
  }

  turnSwappedPlaces(proposed, columns);
  remembered.forEach((known, column) => {
    if (known === undefined || known.chosen || known.field === null) return;
    if (!settled.has(column) && !taken.has(known.field))
      take(column, { field: known.field, how: "memory", sure: false });
  });
  for (const { column, field } of contentProposals(entity, columns, settled, taken))
    if (!settled.has(column) && !taken.has(field)) take(column, { field, how: "content", sure: false });
  return proposed
    .map((one) => (one.field === "recipientName" && !taken.has("name") ? asName(one) : one))
    .map((one, column) => {
      const known = remembered[column];
      return known === undefined || known.field === one.field ? one : { ...one, sure: false };
    });
}

type Choice = string | null | undefined;

const isElsewhere = (choice: Choice, field: string): boolean => choice !== undefined && choice !== field;

/**
 * What somebody chose for the columns, as far as no label says otherwise: undefined where nothing was chosen. A choice
 * takes a label's field, and leaves the field of its own label, only where the choices for the sheet's other columns
 * agree. So a file that was mapped comes back as it was, and another one is not left without a field that it names.
 * @param labels fields whose labels stand above the columns
 */
function choicesBesideLabels(
  remembered: readonly (RememberedColumn | undefined)[],
  labels: readonly (string | null)[],
): Choice[] {
  let choices: Choice[] = remembered.map((known) => (known?.chosen === true ? known.field : undefined));
  for (;;) {
    const agreed = choices.map((field, column) => {
      const label = labels[column] ?? null;
      if (field === undefined || field === label) return field;
      const isMoved = label === null || choices.some((other, at) => at !== column && other === label);
      const isFree =
        field === null ||
        labels.every((other, at) => at === column || other !== field || isElsewhere(choices[at], field));
      return isMoved && isFree ? field : undefined;
    });
    if (agreed.every((field, column) => field === choices[column])) return agreed;
    choices = agreed;
  }
}

/** Latitudes beyond the poles beside longitudes that are none: the headers stand over each other's column. */
function turnSwappedPlaces(proposed: ProposedColumn[], columns: readonly (readonly Cell[])[]): void {
  const lat = proposed.findIndex(({ field, how }) => field === "lat" && how !== "memory");
  const lng = proposed.findIndex(({ field, how }) => field === "lng" && how !== "memory");
  if (lat === -1 || lng === -1 || !areLongitudes(columns[lat] ?? []) || areLongitudes(columns[lng] ?? [])) return;
  proposed[lat] = { field: "lng", how: "content", sure: false };
  proposed[lng] = { field: "lat", how: "content", sure: false };
}

/** A list of recipients alone has their names for the visits' names. */
const asName = (column: ProposedColumn): ProposedColumn =>
  column.how === "memory" ? column : { ...column, field: "name", sure: false };

/** 1, 2, 3 … down a column counts rows; it is no text of any record. */
const mayBeNumbering = (field: ImportField, exact: boolean): boolean => field.kind === "text" && !exact;

/** By column: undefined where nothing is known. Of several columns with one header each has its own memory. */
function rememberedFields(
  entity: ImportEntity,
  headers: readonly string[],
  memory: readonly RememberedColumn[],
): (RememberedColumn | undefined)[] {
  const known = new Map<string, RememberedColumn[]>();
  for (const one of memory) {
    const isField = one.field === null || importField(entity, one.field) !== undefined;
    if (one.entity !== entity || !isField || (!one.chosen && one.field === null)) continue;
    addTo(known, headerKey(one.header), one);
  }
  return headers.map((header) => known.get(headerKey(header))?.shift());
}

/** What is kept of a mapping for the next file with the same headers. @param chosen columns that somebody decided */
export const rememberedColumns = ({
  entity,
  headers,
  columns,
  headerRow,
  chosen = [],
}: SheetMapping & { chosen?: readonly number[] }): RememberedColumn[] =>
  entity === null || headerRow === -1
    ? []
    : headers.map((header, column) => ({
        entity,
        header,
        field: columns[column] ?? null,
        chosen: chosen.includes(column),
      }));

const VEHICLE_SHEET = new RegExp(
  "vehicle|fleet|car|truck|van|fahrzeug|flotte|fuhrpark|véhicule|veicol|vehículo|voertuig|pojazd|vozidl|транспорт|авто",
  "i",
);
const VISIT_SHEET = new RegExp(
  "visit|stop|order|deliver|besuch|tour|auftr|liefer|kund|livraison|consegn|entrega|bezorg|dostaw|zakázk|доставк",
  "i",
);

/** What a sheet holds: by memory, by its headers, by its name; null when nothing says so. */
export function proposeEntity(
  { name, headers, rows }: SheetSample,
  memory: readonly RememberedColumn[] = [],
): ImportEntity | null {
  if (Object.values(ACCOUNT_HEADERS).some((header) => headers.includes(header))) return null;
  const score = (entity: ImportEntity): number =>
    proposeMapping(entity, { name, headers, rows }, memory).reduce((sum, { field, how }) => {
      if (field === null || how === "content") return sum;
      // A required field decides before a 'Type' that both have.
      return sum + (importField(entity, field)?.required === true ? 3 : 1) + (how === "memory" ? 1 : 0);
    }, 0);
  const [visits, vehicles] = [score(ImportEntity.Visit), score(ImportEntity.Vehicle)];
  if (visits !== vehicles) return visits > vehicles ? ImportEntity.Visit : ImportEntity.Vehicle;
  if (VEHICLE_SHEET.test(name)) return ImportEntity.Vehicle;
  if (VISIT_SHEET.test(name)) return ImportEntity.Visit;
  const places = proposeMapping(ImportEntity.Visit, { name, headers, rows }).some(
    ({ field }) => field === "lat" || field === "coordinates",
  );
  return places ? ImportEntity.Visit : null;
}

export interface ProposedSheet extends SheetMapping {
  proposals: ProposedColumn[];
}

/** A mapping of the columns as they are proposed. @param entity null: nothing is imported */
export function proposeSheet(
  sample: SheetSample,
  headerRow: number,
  entity: ImportEntity | null,
  memory: readonly RememberedColumn[] = [],
): ProposedSheet {
  const proposals = entity === null ? sample.headers.map(() => NONE) : proposeMapping(entity, sample, memory);
  return {
    sheet: sample.name,
    entity,
    headerRow,
    headers: [...sample.headers],
    columns: proposals.map(({ field }) => field),
    proposals,
  };
}
