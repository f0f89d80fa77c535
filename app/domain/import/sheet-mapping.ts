/** Header row, entity and mapping of a sheet: found automatically, changed by hand, checked before applying. */
import { ACCOUNT_HEADERS, IMPORT_FIELDS, ImportEntity, importField } from "./import-fields";

export type Cell = string | number | boolean | null;

/** Row 1 of the spreadsheet first; empty rows are kept, so that index + 1 is the row's number. */
export interface SheetRows {
  name: string;
  rows: readonly (readonly Cell[])[];
}

export interface SheetMapping {
  sheet: string;
  /** null: nothing is imported from this sheet */
  entity: ImportEntity | null;
  /** index of the header row, -1 when the sheet has none */
  headerRow: number;
  /** header texts by column; 'Column A' … without a header row */
  headers: string[];
  /** field key by column, null for a column that isn't imported */
  columns: (string | null)[];
}

export const FIELD_USED = "This field is already used";
export const SELECT_ENTITY = "Please select entity for sheets";
export const requiredInSheet = (label: string, sheet: string): string => `Field ${label} is required in sheet ${sheet}`;

/** Lower case without accents, spaces and punctuation: 'Start-Time ' and 'start time' are the same header. */
export const headerKey = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

/** 'A', 'B', … 'AA' of a column index. */
export function columnLetter(index: number): string {
  let letters = "";
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return letters;
}

export const isEmptyCell = (cell: Cell | undefined): boolean =>
  cell === null || cell === undefined || (typeof cell === "string" && cell.trim() === "");

/** A header is text with a letter in it; a row of data usually has numbers or times. */
const isHeaderCell = (cell: Cell): boolean => typeof cell === "string" && /\p{L}/u.test(cell);

/** Index of the header row: the first row that isn't empty, if all of its cells look like headers; else -1. */
export function detectHeaderRow(rows: SheetRows["rows"]): number {
  const first = rows.findIndex((row) => row.some((cell) => !isEmptyCell(cell)));
  if (first === -1) return -1;
  return (rows[first] ?? []).every((cell) => isEmptyCell(cell) || isHeaderCell(cell)) ? first : -1;
}

function fieldKeyOf(entity: ImportEntity, header: string): { key: string; exact: boolean } | null {
  const wanted = headerKey(header);
  if (wanted === "") return null;
  const byLabel = IMPORT_FIELDS[entity].find(
    (field) => headerKey(field.label) === wanted || headerKey(field.key) === wanted,
  );
  if (byLabel !== undefined) return { key: byLabel.key, exact: true };
  const bySynonym = IMPORT_FIELDS[entity].find((field) =>
    (field.synonyms ?? []).some((synonym) => headerKey(synonym) === wanted),
  );
  return bySynonym === undefined ? null : { key: bySynonym.key, exact: false };
}

/** Maps headers to fields: labels first, then synonyms; of two columns for one field the left one counts. */
export function mapColumns(headers: readonly string[], entity: ImportEntity): (string | null)[] {
  const found = headers.map((header) => fieldKeyOf(entity, header));
  const taken = new Set<string>();
  const columns: (string | null)[] = headers.map(() => null);
  for (const exact of [true, false]) {
    found.forEach((match, column) => {
      if (match === null || match.exact !== exact || taken.has(match.key)) return;
      taken.add(match.key);
      columns[column] = match.key;
    });
  }
  return columns;
}

/** Guesses what a sheet holds: the entity with more mapped headers, else by the sheet's name, else null. */
export function guessEntity(sheet: string, headers: readonly string[]): ImportEntity | null {
  if (Object.values(ACCOUNT_HEADERS).some((header) => headers.includes(header))) return null;
  const score = (entity: ImportEntity): number => {
    const columns = mapColumns(headers, entity);
    // A required field decides before a 'Type' that both have.
    return columns.reduce(
      (sum, key) => sum + (key === null ? 0 : importField(entity, key)?.required === true ? 3 : 1),
      0,
    );
  };
  const visits = score(ImportEntity.Visit);
  const vehicles = score(ImportEntity.Vehicle);
  if (visits !== vehicles) return visits > vehicles ? ImportEntity.Visit : ImportEntity.Vehicle;
  if (/vehicle|fleet|car|truck|van/i.test(sheet)) return ImportEntity.Vehicle;
  if (/visit|stop|order|deliver/i.test(sheet)) return ImportEntity.Visit;
  return null;
}

/** The automatic mapping of a sheet. */
export function autoMap({ name, rows }: SheetRows): SheetMapping {
  const headerRow = detectHeaderRow(rows);
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const header = headerRow === -1 ? [] : (rows[headerRow] ?? []);
  const headers = Array.from({ length: width }, (_, column) => {
    const cell = header[column];
    return isEmptyCell(cell) ? `Column ${columnLetter(column)}` : String(cell).trim();
  });
  const entity = headerRow === -1 ? null : guessEntity(name, headers);
  return {
    sheet: name,
    entity,
    headerRow,
    headers,
    columns: entity === null ? headers.map(() => null) : mapColumns(headers, entity),
  };
}

/** Another entity for the sheet: its columns are mapped anew. */
export const chooseEntity = (mapping: SheetMapping, entity: ImportEntity | null): SheetMapping => ({
  ...mapping,
  entity,
  columns: entity === null ? mapping.headers.map(() => null) : mapColumns(mapping.headers, entity),
});

/**
 * Maps a column by hand. A field that another column has moves here: that mapping is dropped, and `message` says so.
 */
export function assignColumn(
  mapping: SheetMapping,
  column: number,
  key: string | null,
): { mapping: SheetMapping; message: string | null } {
  const used = key !== null && mapping.columns.some((other, index) => other === key && index !== column);
  const columns = mapping.columns.map((other, index) => (index === column ? key : other === key ? null : other));
  return { mapping: { ...mapping, columns }, message: used ? FIELD_USED : null };
}

/** Faults that stop an import, one sentence each; show them joined by line breaks. Empty when it may continue. */
export function mappingErrors(mappings: readonly SheetMapping[]): string[] {
  const chosen = mappings.filter((mapping) => mapping.entity !== null);
  if (chosen.length === 0) return [SELECT_ENTITY];
  return chosen.flatMap((mapping) =>
    IMPORT_FIELDS[mapping.entity ?? ImportEntity.Visit]
      .filter((field) => field.required === true && !mapping.columns.includes(field.key))
      .map((field) => requiredInSheet(field.label, mapping.sheet)),
  );
}
