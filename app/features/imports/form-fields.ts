/** The names of the fields that the import's forms have for columns, sheets and cells, and how they are read. */
import { withLatinDigits } from "~/domain/validation/latin-digits";
import type { DecodedForm, PostedFields } from "~/http/actions/decode-form";

export const columnField = (column: number): string => `column.${column}`;
export const defaultField = (key: string): string => `default.${key}`;
export const entityField = (sheet: number): string => `entity.${sheet}`;
export const cellField = (rowId: number, column: number): string => `cell.${rowId}.${column}`;

const orNull = (text: string): string | null => (text === "" ? null : text);
function whole(text: string | undefined): number | undefined {
  const digits = withLatinDigits(text ?? "").trim();
  return /^\d{1,9}$/.test(digits) ? Number(digits) : undefined;
}
/** What is no number is refused by the schema. */
const given = (text: string | undefined): unknown => (text === undefined ? undefined : (whole(text) ?? text));

const decoded = (wire: Record<string, unknown>): DecodedForm => ({
  wire: Object.fromEntries(Object.entries(wire).filter(([, value]) => value !== undefined)),
  faults: new Map(),
});

/** By their number: 'column.0', 'column.1', …; undefined when there is none of them. */
function numbered(values: PostedFields["values"], prefix: string): (string | null)[] | undefined {
  const found: (string | null)[] = [];
  for (let index = 0; `${prefix}.${index}` in values; index += 1) found.push(orNull(values[`${prefix}.${index}`]!));
  return found.length === 0 ? undefined : found;
}

export function mappingForm({ values }: PostedFields): DecodedForm {
  const defaults = Object.entries(values).flatMap(([name, value]) =>
    name.startsWith("default.") ? [[name.slice("default.".length), value] as const] : [],
  );
  // Another header row gives other columns: what was chosen for the old ones doesn't count.
  const header = values.header_row?.trim() ?? "";
  const rehead = values.rehead !== undefined || header !== (values.header_was ?? header);
  return decoded({
    sheet_id: given(values.sheet_id),
    sheet: given(values.sheet),
    entity: values.entity === undefined ? undefined : orNull(values.entity),
    header_row: rehead ? (header === "" ? 0 : given(header)) : undefined,
    columns: rehead ? undefined : numbered(values, "column"),
    defaults: rehead || defaults.length === 0 ? undefined : Object.fromEntries(defaults),
    // An empty box posts nothing: the form says beside it that it has one.
    without_hidden: values.has_hidden === undefined ? undefined : values.without_hidden !== undefined,
  });
}

export const checkForm = ({ values }: PostedFields): DecodedForm =>
  decoded({
    sheet_id: given(values.sheet_id),
    entities: numbered(values, "entity"),
    start: values.start === undefined ? undefined : true,
  });

export const applyForm = ({ values }: PostedFields): DecodedForm => decoded({ sheet_id: given(values.sheet_id) });

export const sheetForm = applyForm;

export function mendForm({ values }: PostedFields): DecodedForm {
  const cells = Object.entries(values).flatMap(([name, value]) => {
    const place = /^cell\.(\d{1,12})\.(\d{1,3})$/.exec(name);
    return place === null ? [] : [{ row_id: Number(place[1]), column: Number(place[2]), value }];
  });
  return decoded({ sheet_id: given(values.sheet_id), cells });
}
