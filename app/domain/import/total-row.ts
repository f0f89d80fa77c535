/** Rows that add up the ones above them. */
import { isEmptyCell, shownText } from "./cell";
import type { SheetRow } from "./cell";
import { headerKey } from "./headers";
import { ImportEntity } from "./import-fields";
import type { FieldKind } from "./import-fields";
import type { RowPlan } from "./row-reader";
import { isTotalWord } from "./value-words";

/** What a list adds up. */
const SUMS: readonly FieldKind[] = ["number", "whole", "minutes"];
/** By what a stop is found, or known again. */
const FOUND_BY = ["address", "street", "city", "postcode", "lat", "lng", "coordinates", "externalId"];

/**
 * Whether a row looks like a total: a name, or a plate, and sums at most. `sure` where the name says so and the other
 * rows have something that this one lacks; `maybe` where only one of the two holds, for the last row alone when it is
 * the second. Null for any other row.
 */
export function totalRow({ entity, columns }: RowPlan, { cells, last }: SheetRow): "sure" | "maybe" | null {
  const nameKey = entity === ImportEntity.Vehicle ? "plate" : "name";
  let name = "";
  let sums = 0;
  for (const { column, field } of columns) {
    if (isEmptyCell(cells[column])) continue;
    if (field.key === nameKey) name = shownText(cells[column]);
    else if (SUMS.includes(field.kind)) sums += 1;
    else return null;
  }
  const lacks = entity === ImportEntity.Vehicle || columns.some(({ field }) => FOUND_BY.includes(field.key));
  if (isTotalWord(name)) return lacks ? "sure" : "maybe";
  const isEnd = entity === ImportEntity.Visit && last === true && headerKey(name) !== "";
  return isEnd && lacks && sums > 0 ? "maybe" : null;
}
