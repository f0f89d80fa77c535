import { chooseColumns } from "~/domain/import/sheet-mapping";
import { columnLetter, shownText } from "~/domain/import/cell";
import type { SheetRow } from "~/domain/import/cell";
import type { CompletePhone, ImportDefaults } from "~/domain/import/imported";
import { parseCell } from "~/domain/import/parse-cell";
import { DIALOG_PARAM } from "~/lib/dialog-param";
import type { SheetOutline } from "~/services/spreadsheet/workbook";
import { COLUMNS_DIALOG, COLUMNS_PARAM } from "../dialogs";
import { columnField, defaultField } from "../form-fields";
import type { ChosenMapping } from "../sheet-book";

/** Rows of the sheet that the dialog shows beside each column. */
const SAMPLE_ROWS = 3;

/**
 * What the dialog shows. Without scripts its button "Show" asks for the page with what is chosen in the address.
 */
export function columnsDialog(
  request: Request,
  outlines: readonly SheetOutline[],
  mappings: readonly ChosenMapping[],
  { completePhone, clock }: Pick<ImportDefaults, "completePhone" | "clock"> = {},
) {
  const params = new URL(request.url).searchParams;
  const index = Number(params.get(COLUMNS_PARAM) ?? "0");
  const [outline, stored] = [outlines[index], mappings[index]];
  if (params.get(DIALOG_PARAM) !== COLUMNS_DIALOG || outline === undefined || stored === undefined) return null;
  const { mapping, messages } = draftOf(stored, params);
  const samples = outline.preview.filter(({ row }) => row > mapping.headerRow + 1).slice(0, SAMPLE_ROWS);
  return {
    sheet: index,
    name: stored.sheet,
    entity: stored.entity,
    headerRow: mapping.headerRow,
    headers: mapping.headers,
    letters: mapping.headers.map((_, column) => columnLetter(column)),
    columns: mapping.columns,
    unsure: mapping.sure ? [] : mapping.unsure,
    defaults: mapping.defaults,
    hiddenRows: outline.hiddenRows,
    withoutHidden: mapping.withoutHidden,
    rows: outline.rowsTotal,
    /** what stands above and in the header row, to find it */
    first: outline.preview.slice(0, 8).map(({ row, cells }) => ({
      row,
      text: cells
        .map((cell) => shownText(cell).trim())
        .filter(Boolean)
        .slice(0, 6)
        .join(" · ")
        .slice(0, 120),
    })),
    samples,
    /** what the sample's telephone numbers are completed to */
    phones: completePhone === undefined ? {} : completedPhones(samples, completePhone),
    /** by which the sample's times are read */
    clock: clock ?? null,
    messages,
  };
}
export type ColumnsDialogData = NonNullable<ReturnType<typeof columnsDialog>>;

function completedPhones(samples: readonly SheetRow[], completePhone: CompletePhone): Record<string, string> {
  const whole: Record<string, string> = {};
  const note = (text: string): string | null => {
    const completed = completePhone(text);
    if (completed !== null) whole[text] = completed;
    return completed;
  };
  for (const { cells } of samples) for (const cell of cells) parseCell("phone", cell, { completePhone: note });
  return whole;
}

/** The stored mapping with what the address says instead. */
function draftOf(
  stored: ChosenMapping,
  params: URLSearchParams,
): { mapping: ChosenMapping; messages: Record<number, string> } {
  const { entity } = stored;
  if (entity === null) return { mapping: stored, messages: {} };
  const { columns, messages } = chooseColumns(
    stored.columns,
    entity,
    (column) => params.get(columnField(column)) ?? undefined,
  );
  const defaults: Record<string, string> = { ...stored.defaults };
  for (const [name, value] of params) if (name.startsWith(defaultField(""))) defaults[name.slice(8)] = value;
  return { mapping: { ...stored, columns, defaults }, messages };
}
