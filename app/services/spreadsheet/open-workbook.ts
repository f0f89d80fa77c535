import * as XLSX from "xlsx";
import { isRefusedAllocation } from "../child/child-task";
import { withUnsavedResults } from "./unsaved-results";
import { ArchiveError, unpack, WORKBOOK_LIMITS } from "./unzip";
import type { WorkbookFault } from "./workbook";

declare module "xlsx" {
  /** The library exports it and leaves it out of its types: a workbook from an archive that is unpacked already. */
  export function parse_zip(container: unknown, options?: ParsingOptions): WorkBook;
}

const ZIP = [0x50, 0x4b, 0x03, 0x04];
const OLE = [0xd0, 0xcf, 0x11, 0xe0];

const begins = (content: Buffer, magic: readonly number[]): boolean =>
  magic.every((byte, index) => content[index] === byte);

/** By its first bytes, whatever its name says. */
export const isSpreadsheetArchive = (content: Buffer): boolean => begins(content, ZIP) || begins(content, OLE);

/** Pictures, drawings, pivot tables and programs hold no rows; they are not even unpacked. */
const PASSED_OVER_FOLDERS = [
  "media",
  "drawings",
  "charts",
  "embeddings",
  "pivotCache",
  "pivotTables",
  "printerSettings",
  "externalLinks",
  "customXml",
  "comments",
  "threadedComments",
  "activeX",
  "ctrlProps",
  "slicers",
  "slicerCaches",
];
const PASSED_OVER = new RegExp(`(?:^|/)(?:${PASSED_OVER_FOLDERS.join("|")})/`, "i");
const isWanted = (name: string): boolean => /\.(?:xml|rels)$/i.test(name) && !PASSED_OVER.test(name);

const WORKSHEET = /(?:^|\/)worksheets\/[^/]+\.xml$/i;
/** Rows with a colour alone, at the end of a sheet, that are looked at. */
const BLANK_ROWS = 50_000;
const ROW_NUMBER = /^<row\b[^>]*?\sr="(\d+)"/;

/** Whether a sheet has a value below the rows that the library reads: it passes over them without a word. */
function hasRowsBelow(part: Buffer, rows: number): boolean {
  let end = part.length;
  for (let blank = 0; blank < BLANK_ROWS; blank++) {
    const start = part.lastIndexOf("<row", end - 1);
    if (start === -1) return false;
    const row = part.subarray(start, end);
    const number = ROW_NUMBER.exec(row.toString("latin1", 0, 200))?.[1];
    if (number === undefined || Number(number) <= rows) return false;
    if (row.includes("<v>") || row.includes("<t")) return true;
    end = start;
  }
  return false;
}

/** No spreadsheet program declares entities; a file that does is an attack (entity expansion). */
const ENTITY = "<!ENTITY";

/**
 * A workbook's sheets as the library gives them.
 * @param rows rows of each sheet that are read at most
 * @returns what is wrong with the file instead; it never throws for what is in the file
 */
export function openWorkbook(content: Buffer, rows: number): XLSX.WorkBook | WorkbookFault {
  const options: XLSX.ParsingOptions = {
    dense: true,
    cellNF: true,
    cellFormula: false,
    cellHTML: false,
    cellText: false,
    sheetRows: rows,
    // Says which rows are hidden; with it the library also keeps cells that have a colour alone.
    cellStyles: true,
    sheetStubs: false,
  };
  try {
    if (begins(content, ZIP)) return fromArchive(content, options, rows);
    // The library takes any text for a sheet of one column; only real workbooks are let through.
    return begins(content, OLE) ? XLSX.read(content, options) : "not_workbook";
  } catch (error) {
    if (error instanceof ArchiveError) return error.fault;
    if (isRefusedAllocation(error)) throw error;
    return /password|encrypt/i.test(error instanceof Error ? error.message : String(error)) ? "encrypted" : "damaged";
  }
}

function fromArchive(archive: Buffer, options: XLSX.ParsingOptions, rows: number): XLSX.WorkBook | WorkbookFault {
  const container: unknown = XLSX.CFB.utils.cfb_new();
  for (const [name, part] of unpack(archive, isWanted, WORKBOOK_LIMITS)) {
    if (part.includes(ENTITY)) throw new ArchiveError("damaged");
    if (WORKSHEET.test(name) && hasRowsBelow(part, rows)) return "too_many_rows";
    const content = WORKSHEET.test(name) ? withUnsavedResults(part) : part;
    XLSX.CFB.utils.cfb_add(container, name, content, { unsafe: true });
  }
  return XLSX.parse_zip(container, options);
}
