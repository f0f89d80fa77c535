import { formatPercent } from "~/domain/format-number";
import { shownText } from "~/domain/import/cell";
import type { SheetRow } from "~/domain/import/cell";
import type { ImportClock } from "~/domain/import/dated-time";
import { importField } from "~/domain/import/import-fields";
import type { ImportEntity } from "~/domain/import/import-fields";
import type { ImportedVehicle, ImportedVisit } from "~/domain/import/imported";
import { parseRow } from "~/domain/import/parse-row";
import { hoursText } from "~/domain/time/time-window";
import { visitTypeLabel } from "~/domain/visit/visit-type";
import { withoutRow } from "./row-notes";

/** A value of the first rows, and what becomes of it. */
export interface SampleValue {
  /** as the user sees it in the file */
  shown: string;
  /** null: the column is not imported, or the cell is empty */
  becomes: string | null;
  /** why it is not used as it stands */
  fault: string | null;
}

interface Sheet {
  name: string;
  headerRow: number;
  headers: readonly string[];
  samples: readonly SheetRow[];
  /** telephone numbers of the samples without a country code, and what they are completed to */
  phones: Readonly<Record<string, string>>;
  clock: ImportClock | null;
}

/** A day like any other: what the company itself sets instead is not known here. */
const DEFAULTS = { defaultVisitDuration: 5, defaultVehicleStartHour: "08:00", defaultVehicleEndHour: "18:00" };

/** The first rows by column, read as the import reads them. */
export function readSample(
  { name, headerRow, headers, samples, phones, clock }: Sheet,
  entity: ImportEntity,
  columns: readonly (string | null)[],
): SampleValue[][] {
  const mapping = { sheet: name, entity, headerRow, headers: [...headers], columns: [...columns] };
  const completePhone = (text: string) => (Object.hasOwn(phones, text) ? (phones[text] ?? null) : null);
  const options = { defaults: { ...DEFAULTS, completePhone, clock: clock ?? undefined }, hiddenRows: true };
  return samples.map((row) => {
    const result = parseRow(mapping, { row: row.row, cells: row.cells }, options);
    return headers.map((_, column): SampleValue => {
      const shown = shownText(row.cells[column]).trim();
      const key = columns[column] ?? null;
      if (result === null || key === null) return { shown, becomes: null, fault: null };
      const label = importField(entity, key)?.label;
      const note = result.notes.find((one) => one.field === label);
      if (note !== undefined && note.kind !== "completed")
        return { shown, becomes: null, fault: withoutRow(note.message) };
      const becomes = shown === "" || result.item === null ? null : valueText(result.item, key);
      return { shown, becomes: becomes === "" ? null : becomes, fault: null };
    });
  });
}

/** A part of an address or of a window is shown as the whole that it becomes a part of. */
function valueText(item: ImportedVisit | ImportedVehicle, key: string): string {
  const values: Readonly<Record<string, string | number | null | undefined>> = { ...item };
  switch (key) {
    case "street":
    case "houseNumber":
    case "city":
    case "country":
      return String(values.address ?? "");
    case "timeWindow":
      return hoursText(String(values.startTime ?? ""), String(values.endTime ?? ""));
    case "coordinates":
      return values.lat === null ? "" : `${values.lat}, ${values.lng}`;
    case "type":
      return values.type === "auto"
        ? "Car"
        : values.type === "truck"
          ? "Truck"
          : visitTypeLabel(values.type as "D" | "P");
    case "speedFactor":
      return formatPercent(Number(values.speedFactor) * 100);
    case "serviceTime":
    case "overtime":
    case "breakDuration":
      return `${values[key] ?? ""} min`;
    case "packageLoad":
    case "maxLoad":
      return `${values[key] ?? ""} kg`;
    case "packageCapacity":
    case "capacity":
      return `${values[key] ?? ""} m³`;
    case "maxDistance":
      return `${values[key] ?? ""} km`;
    default:
      return String(values[key] ?? "");
  }
}
