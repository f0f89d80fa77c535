import * as XLSX from "xlsx";
import { isRefusedAllocation } from "../child/child-task";
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
    if (begins(content, ZIP)) return fromArchive(content, options);
    // The library takes any text for a sheet of one column; only real workbooks are let through.
    return begins(content, OLE) ? XLSX.read(content, options) : "not_workbook";
  } catch (error) {
    if (error instanceof ArchiveError) return error.fault;
    if (isRefusedAllocation(error)) throw error;
    return /password|encrypt/i.test(error instanceof Error ? error.message : String(error)) ? "encrypted" : "damaged";
  }
}

function fromArchive(content: Buffer, options: XLSX.ParsingOptions): XLSX.WorkBook {
  const container: unknown = XLSX.CFB.utils.cfb_new();
  for (const [name, part] of unpack(content, isWanted, WORKBOOK_LIMITS)) {
    if (part.includes(ENTITY)) throw new ArchiveError("damaged");
    XLSX.CFB.utils.cfb_add(container, name, part, { unsafe: true });
  }
  return XLSX.parse_zip(container, options);
}
