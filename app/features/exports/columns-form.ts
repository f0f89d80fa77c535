import { noNumberMessage } from "~/domain/validation/text";
import { plainNumber } from "~/domain/validation/wire-fields";
import type { DecodedForm, PostedFields } from "~/http/actions/decode-form";

/** The names of the fields of one column, by its place in the product's own order. */
export const usedField = (index: number): string => `used.${index}`;
export const nameField = (index: number): string => `field.${index}`;
export const headerField = (index: number): string => `header.${index}`;
export const orderField = (index: number): string => `order.${index}`;

/** The columns that are ticked, by their numbers; those without one come last, as they stand. */
export function columnsForm({ values }: PostedFields): DecodedForm {
  const columns: { field: string; header: string; order: number }[] = [];
  const faults = new Map<string, string>();
  for (let index = 0; nameField(index) in values; index += 1) {
    if (values.reset !== undefined || values[usedField(index)] === undefined) continue;
    const field = values[nameField(index)]!;
    const text = values[orderField(index)]?.trim() ?? "";
    const order = text === "" ? Infinity : (plainNumber(text) ?? NaN);
    if (Number.isNaN(order)) faults.set(orderField(index), noNumberMessage("Order", text));
    const header = values[headerField(index)]?.trim() ?? "";
    columns.push({ field, header: header === "" ? field : header, order });
  }
  const sorted = columns.sort((a, b) => (a.order === b.order ? 0 : a.order - b.order));
  return { wire: { columns: sorted.map(({ field, header }) => ({ field, header })) }, faults };
}
