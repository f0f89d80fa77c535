import { z } from "zod";
import { ImportEntity } from "~/domain/import/import-fields";
import { idField, listedId, optionalText, wholeInText } from "~/domain/validation/wire-fields";
import { wireSheets } from "./wire-sheets";

/** What a call says beside the file. Whose session it is has one company: another one is not found. */
export const UploadInput = z.strictObject({ company_id: idField("Company"), file_name: optionalText("File name") });

/** The same, with where the rows go. */
export const ImportTarget = UploadInput.extend({
  plan_id: idField("Plan"),
  warehouse_id: idField("Warehouse"),
});
export type ImportTargetInput = z.infer<typeof ImportTarget>;

export const SheetParams = z.object({ sheetId: wholeInText() });

const sheetId = listedId();
const entity = z.enum(ImportEntity).nullable();
/** More columns no file may have. */
const MAX_COLUMNS = 256;
/** Sheets of a file, and rows of a page with a few cells each. */
const MAX_SHEETS = 500;
const MAX_CELLS = 4_000;
const MAX_CELL_CHARS = 32_767;

export const OneSheet = z.strictObject({ sheet_id: sheetId });

/** Of one sheet of the file; what is left out stays as it is. */
export const MappingInput = z.strictObject({
  sheet_id: sheetId,
  sheet: z.number().int().min(0).max(MAX_SHEETS),
  entity: entity.optional(),
  /** as the spreadsheet counts, from 1; 0 for none */
  header_row: z.number().int().min(0).max(200_000).optional(),
  columns: z.array(z.string().max(50).nullable()).max(MAX_COLUMNS).optional(),
  defaults: z.record(z.string().max(50), z.string().max(1_000)).optional(),
  without_hidden: z.boolean().optional(),
});

/** Which import: left out, the caller's newest upload with the named sheets, if no other of these is unfinished. */
const called = { sheets: wireSheets.optional(), company_id: idField("Company"), sheet_id: sheetId.optional() };

export const CheckInput = z.strictObject({
  ...called,
  /** what each sheet of the file holds; given, the check begins anew */
  entities: z.array(entity).max(MAX_SHEETS).optional(),
  start: z.boolean().optional(),
});

export const ApplyInput = z.strictObject({
  ...called,
  plan_id: listedId().nullable().optional(),
  /** false: only goes on with what was begun */
  start: z.boolean().default(true),
});

export const MendInput = z.strictObject({
  sheet_id: sheetId,
  cells: z
    .array(
      z.strictObject({
        row_id: listedId(),
        column: z
          .number()
          .int()
          .min(0)
          .max(MAX_COLUMNS - 1),
        value: z.string().max(MAX_CELL_CHARS),
      }),
    )
    .max(MAX_CELLS),
});
