/** The rows of an import as programs read them: what became of each, and why, for `routing-sheet/mend-rows`. */
import { z } from "zod";
import { parseJson } from "~/db/codecs.server";
import type { RoutingSheetRowRow } from "~/db/tables";
import { columnIndex, shownText } from "~/domain/import/cell";
import type { Cell } from "~/domain/import/cell";
import { derived, flag, ownId, reference, text, whole } from "~/http/api/fields";
import { resource } from "~/http/api/resource";
import type { ImportNote } from "./row-notes";

const Note = z.object({
  /** of the cell, from 0, as `mend-rows` takes it; null: it is about the row */
  column: z.int().nullable(),
  /** what the column is mapped to, as screens call it */
  field: z.string().nullable(),
  /** as it stands in the file */
  value: z.string(),
  code: z.string(),
  message: z.string(),
  /** what became of the value, or 'dropped': the row was left out for it */
  kind: z.string(),
});

const notesOf = ({ notes }: RoutingSheetRowRow): z.input<typeof Note>[] =>
  parseJson<ImportNote[]>(notes, []).map(({ column, field, value, code, message, kind }) => {
    return { column: column === null ? null : columnIndex(column), field, value, code, message, kind };
  });

export const SHEET_ROW = resource<RoutingSheetRowRow>({
  name: "routing-sheet-row",
  label: "Row of a sheet",
  table: "routing_sheet_rows",
  permission: "import.run",
  search: ["cells", "notes"],
  example: {},
  fields: {
    id: ownId(),
    sheet_id: reference("sheet_id", { filter: true }),
    /** which of the file's sheets, from 0 */
    sheet: whole("sheet", { filter: true }),
    /** as the spreadsheet counts, from 1 */
    row: whole("row"),
    entity: text("entity", { filter: true }),
    /** create, update, created, updated, unchanged; dropped: it was left out */
    outcome: text("outcome", { filter: true }),
    /** 1: it was left out, or a value of it was changed or left out */
    noted: flag("noted", { filter: true }),
    cells: derived(z.array(z.string()), ({ cells }) => parseJson<Cell[]>(cells, []).map(shownText)),
    notes: derived(z.array(Note), notesOf),
    visit_id: reference("visit_id"),
    vehicle_id: reference("vehicle_id"),
  },
});
