import { z } from "zod";
import { idField } from "~/domain/validation/form-fields";

/** The upload form's fields beside the file. */
export const ImportFieldsSchema = z.object({
  plan_id: idField("Plan"),
  warehouse_id: idField("Warehouse"),
});

export const SheetParams = z.object({ sheetId: z.coerce.number().int().positive() });
