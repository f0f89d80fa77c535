import { z } from "zod";
import { idField } from "~/domain/validation/wire-fields";

/** What the upload form says beside the file. */
export const ImportTarget = z.strictObject({
  plan_id: idField("Plan"),
  warehouse_id: idField("Warehouse"),
});

export type ImportTargetInput = z.infer<typeof ImportTarget>;

export const SheetParams = z.object({ sheetId: z.coerce.number().int().positive() });
