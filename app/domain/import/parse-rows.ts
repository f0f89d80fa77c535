/**
 * Mapped rows → visits and vehicles, with every fault listed by row, column and value. A row without a required value
 * is dropped, and so is a vehicle with a limit that can't be read: its default, no limit, would overload it. Any other
 * bad value is replaced by the field's default, so that no stop gets lost, and listed too.
 */
import { DEFAULT_SPEED_FACTOR, DEFAULT_VISIT_END_TIME, DEFAULT_VISIT_START_TIME } from "../constants";
import { START_BEFORE_END, parseHHmm } from "../time/hhmm";
import { hoursText } from "../time/time-window";
import { hasCoordinates, normalizeLat, normalizeLng } from "../validation/coordinates";
import { importField } from "./import-fields";
import { parseCell } from "./parse-cell";
import { columnLetter, isEmptyCell } from "./sheet-mapping";
import type { CompanySettings } from "../company/company";
import type { Vehicle } from "../vehicle/vehicle";
import type { Visit } from "../visit/visit";
import type { Cell, SheetMapping, SheetRows } from "./sheet-mapping";

export interface ImportProblem {
  sheet: string;
  /** the row's number in the spreadsheet, from 1 */
  row: number;
  /** column letter; null when the fault is not in one column */
  column: string | null;
  /** field label */
  field: string | null;
  /** as it stands in the file */
  value: string;
  /** whole sentence */
  message: string;
  /** true: the row was left out; false: a default took the value's place */
  dropped: boolean;
  /** what the row became; missing where it became nothing */
  made?: MadeOfRow;
}

export type MadeOfRow = { visitId: number } | { vehicleId: number };

type VisitKeys =
  | "name"
  | "address"
  | "postcode"
  | "type"
  | "startTime"
  | "endTime"
  | "serviceTime"
  | "packageCapacity"
  | "packageLoad"
  | "lat"
  | "lng"
  | "recipientName"
  | "recipientPhone"
  | "recipientNote"
  | "deliveryNote"
  | "externalId"
  | "externalWarehouseId";
type VehicleKeys =
  | "plate"
  | "title"
  | "type"
  | "capacity"
  | "maxLoad"
  | "maxQuantity"
  | "workHourStart"
  | "workHourEnd"
  | "maxDistance"
  | "overtime"
  | "speedFactor"
  | "breakStart"
  | "breakEnd"
  | "breakDuration";

/** `lat` and `lng` are null together: such a visit still needs a place. */
export type ImportedVisit = Pick<Visit, VisitKeys>;
export type ImportedVehicle = Pick<Vehicle, VehicleKeys>;

export interface ParsedSheet {
  sheet: string;
  /** rows with at least one cell, the header not counted */
  rowsTotal: number;
  visits: { row: number; item: ImportedVisit }[];
  vehicles: { row: number; item: ImportedVehicle }[];
  problems: ImportProblem[];
}

export type ImportDefaults = Pick<
  CompanySettings,
  "defaultVisitDuration" | "defaultVehicleStartHour" | "defaultVehicleEndHour"
>;

type Values = Record<string, string | number | null>;

const VEHICLE_LIMITS: ReadonlySet<string> = new Set([
  "capacity",
  "maxLoad",
  "maxQuantity",
  "maxDistance",
  "overtime",
  "speedFactor",
]);

/** Reads one sheet by its mapping; a sheet without an entity gives nothing. */
export function parseSheet(sheet: SheetRows, mapping: SheetMapping, defaults: ImportDefaults): ParsedSheet {
  const parsed: ParsedSheet = { sheet: sheet.name, rowsTotal: 0, visits: [], vehicles: [], problems: [] };
  if (mapping.entity === null) return parsed;
  for (let index = mapping.headerRow + 1; index < sheet.rows.length; index++) {
    const cells = sheet.rows[index] ?? [];
    if (cells.every(isEmptyCell)) continue;
    parsed.rowsTotal += 1;
    const row = new RowReader(sheet.name, index + 1, cells, mapping);
    const values = row.read();
    if (values !== null && mapping.entity === "visit")
      parsed.visits.push({ row: index + 1, item: visitOf(values, row, defaults) });
    if (values !== null && mapping.entity === "vehicle")
      parsed.vehicles.push({ row: index + 1, item: vehicleOf(values, row, defaults) });
    parsed.problems.push(...row.problems);
  }
  return parsed;
}

/** All sheets of a workbook; mappings are found by the sheet's name. */
export function parseWorkbookRows(
  sheets: readonly SheetRows[],
  mappings: readonly SheetMapping[],
  defaults: ImportDefaults,
): ParsedSheet[] {
  return sheets.flatMap((sheet) => {
    const mapping = mappings.find((one) => one.sheet === sheet.name);
    return mapping === undefined || mapping.entity === null ? [] : [parseSheet(sheet, mapping, defaults)];
  });
}

class RowReader {
  readonly problems: ImportProblem[] = [];

  constructor(
    private readonly sheet: string,
    private readonly row: number,
    private readonly cells: readonly Cell[],
    private readonly mapping: SheetMapping,
  ) {}

  /** Values by field key, null where empty or bad; null for a row that is dropped. */
  read(): Values | null {
    const values: Values = {};
    const { entity, columns } = this.mapping;
    if (entity === null) return null;
    for (let column = 0; column < columns.length; column++) {
      const field = importField(entity, columns[column] ?? "");
      if (field === undefined) continue;
      const result = parseCell(field.kind, this.cells[column], field.max);
      values[field.key] = result.value ?? null;
      const missing = field.required === true && values[field.key] === null;
      if (
        missing ||
        (!result.ok && result.value === undefined && entity === "vehicle" && VEHICLE_LIMITS.has(field.key))
      ) {
        // One entry for a row that is left out: the faults of its other cells are dropped.
        this.problems.length = 0;
        const fault = result.ok ? "is empty" : `'${this.text(column)}' ${result.fault}`;
        this.add(field.key, `${field.label} ${fault}. The row was left out.`, true);
        return null;
      }
      if (!result.ok)
        this.add(
          field.key,
          `${field.label} '${this.text(column)}' ${result.fault}. ${result.remedy ?? this.remedy(field.kind)}`,
          false,
        );
    }
    return values;
  }

  private remedy(kind: string): string {
    return kind === "lat" || kind === "lng"
      ? "Fix it in the file or set the place on the map."
      : "The default is used.";
  }

  private columnOf(key: string): number {
    return this.mapping.columns.indexOf(key);
  }

  private text(column: number): string {
    return String(this.cells[column] ?? "").slice(0, 80);
  }

  /** The text of a field's cell, empty when it has no column. */
  shown(key: string): string {
    const column = this.columnOf(key);
    return column === -1 ? "" : this.text(column);
  }

  add(key: string, sentence: string, dropped: boolean): void {
    const column = this.columnOf(key);
    const { entity } = this.mapping;
    this.problems.push({
      sheet: this.sheet,
      row: this.row,
      column: column === -1 ? null : columnLetter(column),
      field: entity === null ? null : (importField(entity, key)?.label ?? null),
      value: this.shown(key),
      message: `Row ${this.row}: ${sentence}`,
      dropped,
    });
  }
}

const text = (value: string | number | null | undefined): string =>
  value === null || value === undefined ? "" : String(value);
const textOrNull = (value: string | number | null | undefined): string | null => text(value) || null;
const amount = (value: string | number | null | undefined, empty = 0): number =>
  typeof value === "number" ? value : empty;

/** A range of times with defaults. A default that would turn the range around is left out. */
function timeRange(
  values: Values,
  row: RowReader,
  start: string,
  end: string,
  defaults: [string | null, string | null],
): [string | null, string | null] {
  const [from, to] = [textOrNull(values[start]), textOrNull(values[end])];
  const before = (a: string | null, b: string | null): boolean =>
    a === null || b === null || (parseHHmm(a) ?? 0) < (parseHHmm(b) ?? 0);
  if (!before(from, to)) {
    row.add(start, `${START_BEFORE_END} (${hoursText(row.shown(start), row.shown(end))}). The default is used.`, false);
    return defaults;
  }
  if (from === null && to === null) return defaults;
  if (to === null) return [from, before(from, defaults[1]) ? defaults[1] : null];
  if (from === null) return [before(defaults[0], to) ? defaults[0] : null, to];
  return [from, to];
}

function visitOf(values: Values, row: RowReader, defaults: ImportDefaults): ImportedVisit {
  const [startTime, endTime] = timeRange(values, row, "startTime", "endTime", [
    DEFAULT_VISIT_START_TIME,
    DEFAULT_VISIT_END_TIME,
  ]);
  const given = { lat: values.lat ?? null, lng: values.lng ?? null };
  let place: { lat: number | null; lng: number | null } = { lat: null, lng: null };
  if (
    typeof given.lat === "number" &&
    typeof given.lng === "number" &&
    hasCoordinates({ lat: given.lat, lng: given.lng })
  ) {
    place = { lat: normalizeLat(given.lat), lng: normalizeLng(given.lng) };
  } else if (
    row.problems.every((problem) => problem.field !== "Latitude" && problem.field !== "Longitude") &&
    (given.lat !== null || given.lng !== null)
  ) {
    // 0/0 is what an empty place looks like in many systems; a single coordinate is none.
    row.add(
      "lat",
      `Latitude '${row.shown("lat")}', Longitude '${row.shown("lng")}' is no valid place. ` +
        "Fix it in the file or set the place on the map.",
      false,
    );
  }
  return {
    name: text(values.name),
    address: text(values.address),
    postcode: text(values.postcode),
    type: values.type === "P" ? "P" : "D",
    startTime,
    endTime,
    serviceTime: amount(values.serviceTime, defaults.defaultVisitDuration),
    packageCapacity: amount(values.packageCapacity),
    packageLoad: amount(values.packageLoad),
    ...place,
    recipientName: text(values.recipientName),
    recipientPhone: text(values.recipientPhone),
    recipientNote: textOrNull(values.recipientNote),
    deliveryNote: textOrNull(values.deliveryNote),
    externalId: textOrNull(values.externalId),
    externalWarehouseId: textOrNull(values.externalWarehouseId),
  };
}

function vehicleOf(values: Values, row: RowReader, defaults: ImportDefaults): ImportedVehicle {
  const [workHourStart, workHourEnd] = timeRange(values, row, "workHourStart", "workHourEnd", [
    defaults.defaultVehicleStartHour,
    defaults.defaultVehicleEndHour,
  ]);
  const [breakStart, breakEnd] = timeRange(values, row, "breakStart", "breakEnd", [null, null]);
  const breakDuration = amount(values.breakDuration);
  return {
    plate: text(values.plate),
    title: text(values.plate),
    type: values.type === "truck" ? "truck" : "auto",
    capacity: amount(values.capacity),
    maxLoad: amount(values.maxLoad),
    maxQuantity: amount(values.maxQuantity),
    workHourStart: workHourStart ?? "00:00",
    workHourEnd: workHourEnd ?? "24:00",
    maxDistance: amount(values.maxDistance),
    overtime: amount(values.overtime),
    speedFactor: amount(values.speedFactor, DEFAULT_SPEED_FACTOR),
    breakStart,
    breakEnd,
    breakDuration: breakDuration > 0 ? breakDuration : null,
  };
}
