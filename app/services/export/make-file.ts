import { invoiceBytes } from "./invoice-pdf";
import type { Invoice } from "./invoice-pdf";
import { manifestBytes } from "./manifest-pdf";
import type { Manifest } from "./manifest";
import type { ExportTable } from "./table";
import { workbookBytes } from "./workbook";

/** Files whose making takes long enough to be noticed: they are made in a thread. */
export type FileTask =
  | { kind: "workbook"; tables: readonly ExportTable[] }
  | { kind: "manifest"; manifest: Manifest }
  | { kind: "invoice"; invoice: Invoice };

export async function makeFile(task: FileTask): Promise<Uint8Array> {
  switch (task.kind) {
    case "workbook":
      return workbookBytes(task.tables);
    case "manifest":
      return manifestBytes(task.manifest);
    case "invoice":
      return invoiceBytes(task.invoice);
  }
}
