/** Apart from the other faults: the dialog of every page with an import needs no more. */
import { fileError, isSpreadsheetName } from "~/domain/validation/files";

/** The same words in the browser, before anything is sent, and on the server. */
export const NO_FILE = "File is required";
export const wrongFormat = (file: string): string => `The file "${file}" has wrong format.`;

/** The first fault of a chosen file, or null. */
export function chosenFileFault(file: { name: string; size: number }): string | null {
  if (file.name === "") return NO_FILE;
  return fileError(file) ?? (isSpreadsheetName(file.name) ? null : wrongFormat(file.name));
}
