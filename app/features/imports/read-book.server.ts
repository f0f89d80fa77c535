import { parseJson } from "~/db/codecs.server";
import type { RoutingSheetRow } from "~/db/tables";
import type { SheetOutline } from "~/services/spreadsheet/workbook";
import type { ChosenMapping } from "./sheet-book";

/** The sheets of the file, and what each of them holds. */
export function readBook(sheet: Pick<RoutingSheetRow, "book" | "mappings">): {
  outlines: SheetOutline[];
  mappings: ChosenMapping[];
} {
  return { outlines: parseJson(sheet.book, []), mappings: parseJson(sheet.mappings, []) };
}

/** Whether all its rows were checked, wherever it stands now. */
export const isChecked = (sheet: Pick<RoutingSheetRow, "book" | "mappings" | "next_sheet">): boolean =>
  sheet.next_sheet >= readBook(sheet).mappings.length;
