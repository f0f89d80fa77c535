/** From the fields of a form to what an action's schema takes. */
import type { z } from "zod";
import { withSplitPairs } from "~/domain/validation/coordinates";
import { FieldFault, fieldsOf, readerOf } from "~/domain/validation/field-reader";
import { addTo } from "~/lib/grouped";

/** The texts that a form posted. */
export interface PostedFields {
  /** the last of each name, pasted pairs of coordinates taken apart */
  values: Readonly<Record<string, string>>;
  /** all of a name */
  all(name: string): readonly string[];
}

export function postedFields(form: FormData | URLSearchParams): PostedFields {
  const all = new Map<string, string[]>();
  for (const [name, value] of form.entries()) if (typeof value === "string") addTo(all, name, value);
  const last = [...all].map(([name, texts]) => [name, texts.at(-1) ?? ""] as const);
  const values: Record<string, string> = withSplitPairs(Object.fromEntries(last));
  return { values, all: (name) => all.get(name) ?? (name in values ? [values[name] ?? ""] : []) };
}

/** The same without some of the fields, as if the form hadn't posted them. */
export function withoutFields(posted: PostedFields, isLeftOut: (name: string, text: string) => boolean): PostedFields {
  const values = Object.fromEntries(Object.entries(posted.values).filter(([name, text]) => !isLeftOut(name, text)));
  return { values, all: (name) => (name in values ? posted.all(name) : []) };
}

export interface DecodedForm {
  /** what the schema takes; a text that can't be read is there as a value that no schema takes */
  wire: Record<string, unknown>;
  /** what is wrong with such a text, by field */
  faults: ReadonlyMap<string, string>;
}

/** How the form of an action is read that isn't field by field what the schema takes. */
export type OwnForm = (posted: PostedFields, decode: (posted: PostedFields) => DecodedForm) => DecodedForm;

/** Stands for a text that can't be read: the schema refuses it, so that no rule about several fields looks at it. */
const UNREADABLE = (): void => undefined;

/** Fields that the schema doesn't know are left out: pages have fields of their own. */
export function decodeForm(schema: z.core.$ZodType, posted: PostedFields): DecodedForm {
  const wire: Record<string, unknown> = {};
  const faults = new Map<string, string>();
  for (const [name, field] of Object.entries(fieldsOf(schema))) {
    if (!Object.hasOwn(posted.values, name)) continue;
    try {
      const value = readerOf(field)(posted.values[name] ?? "", posted.all(name));
      if (value !== undefined) wire[name] = value;
    } catch (error) {
      if (!(error instanceof FieldFault)) throw error;
      faults.set(name, error.message);
      wire[name] = UNREADABLE;
    }
  }
  return { wire, faults };
}
