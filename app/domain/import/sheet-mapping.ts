/** Entity and mapping of a sheet: changed by hand, checked before applying. */
import type { DecimalMarks } from "./decimal-mark";
import { IMPORT_FIELDS, ImportEntity, importField } from "./import-fields";

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
  /** what stands before the decimals of a column's numbers; absent in imports from before this was looked for */
  decimals?: DecimalMarks;
}

export const FIELD_USED = "This field is already used";
export const SELECT_ENTITY = "Please select entity for sheets";
export const requiredInSheet = (label: string, sheet: string): string => `Field ${label} is required in sheet ${sheet}`;

interface ChosenColumns {
  /** field by column, each field once */
  columns: (string | null)[];
  /** what is said beside a column whose field another one had */
  messages: Record<number, string>;
}

/**
 * Maps columns by hand. A column maps to only one field: of two columns with one field the newly chosen one has it, and
 * the other one's mapping is dropped.
 * @param stored field by column
 * @param asked the field that somebody chose for a column, null for none; undefined where nothing is said about it
 */
export function chooseColumns(
  stored: readonly (string | null)[],
  entity: ImportEntity,
  asked: (column: number) => string | null | undefined,
): ChosenColumns {
  const wanted = stored.map((before, column) => {
    const key = asked(column);
    if (key === undefined) return before;
    return key === null || importField(entity, key) === undefined ? null : key;
  });
  const messages: Record<number, string> = {};
  const columns = wanted.map((key, column) => {
    const others = wanted.filter((other, at) => other === key && at !== column);
    if (key === null || others.length === 0) return key;
    const chosen = wanted.findLastIndex((other, at) => other === key && key !== stored[at]);
    if (column !== (chosen === -1 ? wanted.indexOf(key) : chosen)) return null;
    messages[column] = FIELD_USED;
    return key;
  });
  return { columns, messages };
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
