import { db } from "~/db/database.server";
import { listColumns } from "~/db/repositories/spreadsheet-columns.server";
import type { ImportEntity } from "~/domain/import/import-fields";
import type { SheetOutline } from "~/services/spreadsheet/workbook";
import type { RememberedColumn } from "~/domain/import/propose-mapping";
import { chosenMapping, proposal } from "./propose-mapping";
import type { ChosenMapping } from "./sheet-book";

/** What each header was mapped to last, by the company. */
async function columnMemory(companyId: number): Promise<RememberedColumn[]> {
  const of = async (entity: ImportEntity) =>
    (await listColumns(db(), companyId, entity)).map((column) => ({ entity, ...column }));
  return [...(await of("visit")), ...(await of("vehicle"))];
}

/** What each sheet of a file seems to hold, by its headers, its values, and what the company chose before. */
export async function proposeMappings(companyId: number, outlines: readonly SheetOutline[]): Promise<ChosenMapping[]> {
  const memory = await columnMemory(companyId);
  return outlines.map((outline) => proposal(outline, memory));
}

/** The same for one sheet whose entity or header row somebody set. */
export async function proposeAgain(
  companyId: number,
  outline: SheetOutline,
  given: { entity: ImportEntity | null; headerRow: number },
): Promise<ChosenMapping> {
  return chosenMapping(outline, given, await columnMemory(companyId));
}
