import { SELECT_ENTITY } from "~/domain/import/sheet-mapping";
import type { SheetMapping } from "~/domain/import/sheet-mapping";
import type { WorkbookFault } from "~/services/spreadsheet/workbook";
import { wrongFormat } from "./chosen-file";

/** What is wrong with a file and how to mend it. */
export function workbookFault(file: string, fault: WorkbookFault): string {
  switch (fault) {
    case "not_workbook":
      return (
        `${wrongFormat(file)} It is not an Excel workbook, whatever its name says. ` +
        "Open it in your spreadsheet program and save it as .xlsx."
      );
    case "not_text":
      return (
        `${wrongFormat(file)} It is no text, whatever its name says. ` +
        "Open it in your spreadsheet program and save it as .xlsx."
      );
    case "open_quote":
      return (
        `The file "${file}" has a double quote that is never closed, so its rows cannot be told apart. ` +
        "Open it in your spreadsheet program and save it as .xlsx."
      );
    case "long_line":
      return (
        `The file "${file}" has a line of more than 1,000,000 characters. ` +
        "Open it in your spreadsheet program and save it as .xlsx."
      );
    case "damaged":
      return (
        `The file "${file}" is damaged or cut off. ` +
        "Open it in your spreadsheet program, save it again, and upload it once more."
      );
    case "encrypted":
      return `The file "${file}" is protected by a password. Save it without one and upload it once more.`;
    case "too_many_rows":
      return `The file "${file}" has more than 100,000 rows. Split it into smaller ones.`;
    case "too_many_columns":
      return `The file "${file}" has more than 256 columns. Remove those that are not needed.`;
    case "too_many_cells":
      return (
        `The file "${file}" has more than 3,000,000 cells. ` +
        "Remove the columns that are not needed, or split it into smaller files."
      );
    case "unpacks_too_large":
      return (
        `The file "${file}" unpacks to more than an import may hold (250 MB). ` +
        "Keep only the sheets and columns that are needed, or split it into smaller files."
      );
    case "too_much_memory":
      return `The file "${file}" needs more than 1 GB of memory to read. Split it into smaller files.`;
    case "too_long":
      return `Reading the file "${file}" took longer than 2 minutes. Split it into smaller files.`;
    case "no_rows":
      return (
        `The file "${file}" is empty. ` +
        "Put the field names in the first row and one visit or vehicle in each row below; the templates show how."
      );
  }
}

/** Why the columns could not be recognised and how to mend it. */
export function mappingFault(faults: readonly string[], mappings: readonly SheetMapping[]): string {
  const lines = [...faults];
  if (faults.includes(SELECT_ENTITY)) {
    const bare = mappings.filter((mapping) => mapping.headerRow === -1).map((mapping) => mapping.sheet);
    lines.push(
      bare.length > 0
        ? `Sheet ${bare.join(", ")} has no row with field names. Put them in the first row, as in the templates.`
        : "None of the columns has the name of a field. Name them as in the templates.",
    );
  } else {
    const headers = mappings.filter((mapping) => mapping.entity !== null).flatMap((mapping) => mapping.headers);
    lines.push(
      `The file has the columns ${headers.slice(0, 20).join(", ")}. ` +
        "Rename those that hold the missing fields, as in the templates.",
    );
  }
  return lines.join("\n");
}
