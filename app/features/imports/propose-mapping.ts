import { headersAt } from "~/domain/import/header-row";
import { proposeEntity, proposeSheet } from "~/domain/import/propose-mapping";
import type { RememberedColumn, SheetSample } from "~/domain/import/propose-mapping";
import type { ImportEntity } from "~/domain/import/import-fields";
import type { SheetOutline } from "~/services/spreadsheet/workbook";
import type { ChosenMapping } from "./sheet-book";

const sampleOf = ({ name, preview, columnsTotal }: SheetOutline, headerRow: number): SheetSample => ({
  name,
  headers: headersAt(preview, headerRow, columnsTotal),
  rows: preview.filter(({ row }) => row > headerRow + 1),
});

/** What a sheet seems to hold. A sheet that the file hides is left out: it is rarely meant for others. */
export function proposal(outline: SheetOutline, memory: readonly RememberedColumn[]): ChosenMapping {
  const { headerRow, hidden } = outline;
  const entity = hidden ? null : proposeEntity(sampleOf(outline, headerRow), memory);
  return chosenMapping(outline, { entity, headerRow }, memory);
}

/** Its columns, once it is known what it holds and where its headers are. */
export function chosenMapping(
  outline: SheetOutline,
  { entity, headerRow }: { entity: ImportEntity | null; headerRow: number },
  memory: readonly RememberedColumn[],
): ChosenMapping {
  const { proposals, ...mapping } = proposeSheet(sampleOf(outline, headerRow), headerRow, entity, memory);
  return {
    ...mapping,
    decimals: outline.decimals ?? [],
    defaults: {},
    withoutHidden: true,
    sure: headerRow !== -1 && proposals.every(({ sure }) => sure),
    unsure: proposals.flatMap(({ sure }, column) => (sure ? [] : [column])),
    byContent: proposals.flatMap(({ how }, column) => (how === "content" ? [column] : [])),
    chosen: [],
  };
}
