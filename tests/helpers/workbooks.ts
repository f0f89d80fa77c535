import { mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { utils, write } from "xlsx";
import { spreadsheetReader } from "~/services/spreadsheet/reader.server";
import type { SpreadsheetReader } from "~/services/spreadsheet/workbook";
import { localDiskStorage } from "~/services/storage/local-disk.server";
import type { FileStorage } from "~/services/storage/storage";

/** The real spreadsheets, beside the project. */
export const REAL_FILES = path.resolve("../shared/data/liechtenstein");

export interface UploadWorld {
  storage: FileStorage;
  spreadsheets: SpreadsheetReader;
  /** of the storage */
  root: string;
  remove(): Promise<void>;
}

/** The real program that reads workbooks: what comes before the integration tests has built it of these sources. */
const PROGRAM = path.resolve("build/spreadsheet.worker.js");

/** A storage in a folder of its own, and the real program. */
export function uploadWorld(): UploadWorld {
  const root = mkdtempSync(path.join(tmpdir(), "route-platform-files-"));
  const spreadsheets = spreadsheetReader(PROGRAM);
  return {
    root,
    storage: localDiskStorage(path.join(root, "files")),
    spreadsheets,
    async remove() {
      await spreadsheets.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

export type Rows = (string | number | boolean | null)[][];

/** A workbook with these sheets, as bytes. */
export function workbookOf(sheets: Readonly<Record<string, Rows>>, bookType: "xlsx" | "biff8" = "xlsx"): Uint8Array {
  const book = utils.book_new();
  for (const [name, rows] of Object.entries(sheets)) utils.book_append_sheet(book, utils.aoa_to_sheet(rows), name);
  return new Uint8Array(write(book, { type: "buffer", bookType }) as Buffer);
}

let count = 0;

/** Puts a file where an upload would have put it. @param content bytes, or the path of a real file */
export async function stored(
  world: UploadWorld,
  fileName: string,
  content: Uint8Array | string,
): Promise<{ fileName: string; key: string }> {
  const bytes = typeof content === "string" ? await readFile(content) : content;
  count += 1;
  const key = `tests/${count}${path.extname(fileName)}`;
  await world.storage.write(
    key,
    (async function* () {
      yield bytes;
    })(),
  );
  return { fileName, key };
}
