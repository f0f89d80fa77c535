import { manifestBytes } from "./manifest-pdf";
import type { Manifest } from "./manifest";
import type { ExportTable } from "./table";
import { workbookBytes } from "./workbook";

/** Files whose making takes long enough to be noticed: they are made in a thread. */
export type FileTask = { kind: "workbook"; tables: readonly ExportTable[] } | { kind: "manifest"; manifest: Manifest };

export async function makeFile(task: FileTask): Promise<Uint8Array> {
  return task.kind === "workbook" ? workbookBytes(task.tables) : manifestBytes(task.manifest);
}
