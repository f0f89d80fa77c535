/** One mapped row as values by field, with a note on each value that is not used as it stands. */
import { MAX_TEXT_LENGTH } from "../constants";
import { coordinatePair } from "../validation/coordinates";
import { hoursText } from "../time/time-window";
import { columnLetter, isEmptyCell, isTyped, shownText } from "./cell";
import type { Cell, SheetRow } from "./cell";
import type { ImportClock } from "./dated-time";
import type { DecimalMark } from "./decimal-mark";
import { headerUnit, unitFactor } from "./units";
import { importField } from "./import-fields";
import type { ImportEntity, ImportField } from "./import-fields";
import type { ImportDefaults } from "./imported";
import { errorFault, fewerMinutes, ofOtherDay, parseCell } from "./parse-cell";
import type { CellCode, ParsedCell } from "./parse-cell";
import { hasTooManyMinutes, parseWindow } from "./parse-time";
import type { SheetMapping } from "./sheet-mapping";

type NoteCode =
  CellCode | "required" | "hidden" | "headers_again" | "total" | "no_place" | "window_order" | "over_midnight";

/**
 * The row is left out, the default stands instead, the value was changed, or kept though it is wrong. What was
 * completed is right, and nobody has to look at it.
 */
type NoteKind = "dropped" | "defaulted" | "changed" | "kept" | "completed";

export interface RowNote {
  /** as the spreadsheet counts, from 1 */
  row: number;
  /** column letter; null when the fault is not in one column */
  column: string | null;
  header: string | null;
  /** field label */
  field: string | null;
  /** as it stands in the file */
  value: string;
  code: NoteCode;
  /** whole sentence */
  message: string;
  kind: NoteKind;
}

export type Values = Record<string, string | number | null>;

interface MappedColumn {
  column: number;
  field: ImportField;
  headerFactor: number;
  decimal: DecimalMark | null;
}

/** A sheet's mapping, looked through once for all of its rows. */
export interface RowPlan {
  entity: ImportEntity;
  headers: readonly string[];
  columns: readonly MappedColumn[];
}

export function rowPlan(mapping: SheetMapping, entity: ImportEntity): RowPlan {
  const columns: MappedColumn[] = [];
  mapping.columns.forEach((key, column) => {
    const field = key === null ? undefined : importField(entity, key);
    if (field === undefined) return;
    const named = headerUnit(mapping.headers[column] ?? "").unit;
    const factor = field.unit === undefined || named === null ? undefined : unitFactor(field.unit, named);
    columns.push({ column, field, headerFactor: factor ?? 1, decimal: mapping.decimals?.[column] ?? null });
  });
  return { entity, headers: mapping.headers, columns };
}

/** A limit of a vehicle that can't be read: the default, no limit, would overload it. */
const UNREADABLE_LIMITS: ReadonlySet<string> = new Set([
  "capacity",
  "maxLoad",
  "maxQuantity",
  "maxDistance",
  "overtime",
  "speedFactor",
]);

const MAX_SHOWN = 80;

export class RowReader {
  readonly notes: RowNote[] = [];

  constructor(
    private readonly plan: RowPlan,
    private readonly source: SheetRow,
    private readonly given: Pick<ImportDefaults, "completePhone" | "clock"> = {},
  ) {}

  /** Values by field key, null where empty or bad; null for a row that is dropped. */
  read(): Values | null {
    const values: Values = {};
    for (const one of this.plan.columns) if (!this.readColumn(one, values)) return null;
    return values;
  }

  /** False when the row is dropped. */
  private readColumn({ column, field, headerFactor, decimal }: MappedColumn, values: Values): boolean {
    const cell = this.source.cells[column];
    if (field.kind === "window" || field.kind === "coordinates") {
      this.readPair(field, cell, values);
      return true;
    }
    const result = parseCell(field.kind, cell, {
      max: field.max,
      unit: field.unit,
      lines: field.lines,
      headerFactor,
      decimal,
      completePhone: this.given.completePhone,
      clock: this.clock(),
    });
    const value = result.value ?? null;
    // A part in a column of its own fills what the whole left open.
    values[field.key] = value ?? values[field.key] ?? null;
    const unread = !result.ok && (result.value === undefined || result.code === "two_readings");
    if (
      (field.required === true && value === null) ||
      (unread && this.plan.entity === "vehicle" && UNREADABLE_LIMITS.has(field.key))
    ) {
      const fault = result.ok ? "is empty" : `'${this.shown(field.key)}' ${result.fault}`;
      this.drop(field.key, result.ok ? "required" : result.code, `${field.label} ${fault}. The row was left out.`);
      return false;
    }
    if (!result.ok) this.fault(field, result);
    return true;
  }

  /** A vehicle's hours are those of any day. */
  private clock(): ImportClock | undefined {
    const { clock } = this.given;
    return clock === undefined || this.plan.entity === "visit" ? clock : { ...clock, serviceDate: null };
  }

  private fault(field: ImportField, result: Extract<ParsedCell, { ok: false }>): void {
    const sentence = `${field.label} '${this.shown(field.key)}' ${result.fault}. ${result.remedy ?? remedyOf(field)}`;
    this.add(field.key, result.code, sentence, kindOf(result));
  }

  /** A window or a pair of coordinates in one column; columns of their own come before it. */
  private readPair(field: ImportField, cell: Cell | undefined, values: Values): void {
    if (cell === undefined || isEmptyCell(cell)) return;
    const [first = "", second = ""] = field.partOf ?? [];
    let pair: [string | number | null, string | number | null] | null = null;
    if (field.kind === "window") {
      const clock = this.clock();
      const window = parseWindow(cell, clock);
      if (window !== null) {
        pair = [window.start, window.end];
        const used = hoursText(window.start ?? "", window.end ?? "");
        if (hasTooManyMinutes(cell)) this.fault(field, fewerMinutes(used));
        else if (window.otherDay !== undefined) this.fault(field, ofOtherDay(used, window.otherDay, clock));
      }
    } else {
      const place = coordinatePair(shownText(cell));
      if (place !== null) pair = [place.lat, place.lng];
    }
    if (pair === null) {
      const error = isTyped(cell) && cell[0] === "e";
      const fault =
        field.kind === "window" ? "is no time window (08:00-12:00)" : "is no pair of coordinates (47.14, 9.52)";
      this.fault(field, {
        ok: false,
        code: error ? "error_cell" : field.kind === "window" ? "not_window" : "not_place",
        fault: error ? errorFault(cell) : fault,
      });
      return;
    }
    values[first] ??= pair[0];
    values[second] ??= pair[1];
  }

  private columnOf(key: string): number {
    const { columns } = this.plan;
    return (
      (
        columns.find(({ field }) => field.key === key) ??
        columns.find(({ field }) => field.partOf?.includes(key) === true)
      )?.column ?? -1
    );
  }

  /** The text of a field's cell, empty when it has no column. */
  shown(key: string): string {
    const column = this.columnOf(key);
    return column === -1 ? "" : shownText(this.source.cells[column]).slice(0, MAX_SHOWN);
  }

  /** One entry for a row that is left out: the faults of its other cells are dropped. */
  drop(key: string | null, code: NoteCode, sentence: string): void {
    this.notes.length = 0;
    this.add(key, code, sentence, "dropped");
  }

  add(key: string | null, code: NoteCode, sentence: string, kind: NoteKind): void {
    const column = key === null ? -1 : this.columnOf(key);
    const { row } = this.source;
    this.notes.push({
      row,
      column: column === -1 ? null : columnLetter(column),
      header: column === -1 ? null : (this.plan.headers[column] ?? null),
      field: key === null ? null : (importField(this.plan.entity, key)?.label ?? null),
      value: key === null ? "" : this.shown(key),
      code,
      message: `Row ${row}: ${sentence}`,
      kind,
    });
  }

  /** Whether a field's value was not used as it stands. */
  hasNote(key: string): boolean {
    const label = importField(this.plan.entity, key)?.label;
    return this.notes.some((note) => note.field === label);
  }
}

function kindOf({ completed, kept, value }: Extract<ParsedCell, { ok: false }>): NoteKind {
  if (completed) return "completed";
  if (kept) return "kept";
  return value === undefined ? "defaulted" : "changed";
}

const remedyOf = ({ kind }: ImportField): string => {
  if (kind === "lat" || kind === "lng" || kind === "coordinates")
    return "Fix it in the file or set the place on the map.";
  return kind === "text" || kind === "phone" || kind === "email" ? "It was left empty." : "The default is used.";
};

export const text = (value: string | number | null | undefined): string =>
  value === null || value === undefined ? "" : String(value);
export const textOrNull = (value: string | number | null | undefined): string | null => text(value) || null;
export const amount = (value: string | number | null | undefined, empty = 0): number =>
  typeof value === "number" ? value : empty;
/** Parts that were joined. */
export const cutText = (value: string): string => value.slice(0, MAX_TEXT_LENGTH).trim();
