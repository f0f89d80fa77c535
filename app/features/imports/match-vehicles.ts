import type { ImportedVehicle } from "~/domain/import/imported";
import type { ImportProblem, ParsedSheet } from "~/domain/import/parse-rows";
import type { SheetMapping } from "~/domain/import/sheet-mapping";

/** A row of the file. */
export interface RowAt {
  sheet: string;
  row: number;
}

export interface VehicleMatches {
  create: { at: RowAt; item: ImportedVehicle }[];
  /** only what the file has a column for, so that a list of plates clears nothing */
  update: { at: RowAt; id: number; fields: Partial<ImportedVehicle> }[];
  problems: ImportProblem[];
}

/** 'li 2100' and 'LI2100' are the same plate. */
const plateKey = (plate: string): string => plate.toUpperCase().replace(/[\s.-]/g, "");

/**
 * Matches the vehicles of a file with those of the company: the same plate is the same vehicle. Of a plate that the
 * file has twice the later row counts, and the earlier one is listed.
 */
export function matchVehicles(
  sheets: readonly ParsedSheet[],
  mappings: readonly SheetMapping[],
  existing: readonly { id: number; plate: string }[],
): VehicleMatches {
  const problems: ImportProblem[] = [];
  const chosen = new Map<
    string,
    { sheet: string; row: number; item: ImportedVehicle; fields: Partial<ImportedVehicle> }
  >();
  for (const sheet of sheets) {
    const columns = new Set(mappings.find((mapping) => mapping.sheet === sheet.sheet)?.columns ?? []);
    for (const { row, item } of sheet.vehicles) {
      const key = plateKey(item.plate);
      const earlier = chosen.get(key);
      if (earlier) {
        problems.push({
          sheet: earlier.sheet,
          row: earlier.row,
          column: null,
          field: "Plate",
          value: earlier.item.plate,
          message:
            `Row ${earlier.row}: Plate '${earlier.item.plate}' is also in ` +
            `row ${row}${earlier.sheet === sheet.sheet ? "" : ` of sheet ${sheet.sheet}`}. The later row was used.`,
          dropped: true,
        });
      }
      const fields = Object.fromEntries(Object.entries(item).filter(([name]) => columns.has(name) && name !== "plate"));
      chosen.set(key, { sheet: sheet.sheet, row, item, fields });
    }
  }
  const known = new Map<string, number>();
  // Of two vehicles with one plate the older one is meant.
  for (const vehicle of [...existing].sort((a, b) => b.id - a.id)) known.set(plateKey(vehicle.plate), vehicle.id);

  const matches: VehicleMatches = { create: [], update: [], problems };
  for (const [key, { sheet, row, item, fields }] of chosen) {
    const id = known.get(key);
    const at = { sheet, row };
    if (id === undefined) matches.create.push({ at, item });
    else matches.update.push({ at, id, fields });
  }
  return matches;
}
