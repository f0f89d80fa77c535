/** Entity and mapping of a sheet: changed by hand, checked before applying. */
import { IMPORT_FIELDS, ImportEntity } from "./import-fields";

export interface SheetMapping {
  sheet: string;
  /** null: nothing is imported from this sheet */
  entity: ImportEntity | null;
  /** the header row's number less one, -1 when the sheet has none */
  headerRow: number;
  /** header texts by column; 'Column A' … without a header row */
  headers: string[];
  /** field key by column, null for a column that isn't imported */
  columns: (string | null)[];
}

export const FIELD_USED = "This field is already used";
export const SELECT_ENTITY = "Please select entity for sheets";
export const requiredInSheet = (label: string, sheet: string): string => `Field ${label} is required in sheet ${sheet}`;

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
