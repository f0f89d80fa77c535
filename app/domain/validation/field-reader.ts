/** How the text of a form's field becomes the JSON value that the field's schema takes. */
import { z } from "zod";
import { withLatinDigits } from "./latin-digits";

/**
 * @param text the last one that was posted under the name: a switch posts "0" and, when on, "1" after it
 * @param all every one, of a name that comes several times
 * @returns undefined: as if the field weren't there
 * @throws FieldFault for what can't be read
 */
export type FieldReader = (text: string, all: readonly string[]) => unknown;

/** The sentence about a text that can't be read. */
export class FieldFault extends Error {}

const READERS = z.registry<{ read: FieldReader }>();

/** The schema, with its own way of reading a form's text. */
export function readAs<Schema extends z.ZodType>(schema: Schema, read: FieldReader): Schema {
  READERS.add(schema, { read });
  return schema;
}

type Inner = "innerType" | "in" | "element";
type Wrapped = z.core.$ZodType & { _zod: { def: Partial<Record<Inner, z.core.$ZodType>> } };

/** What `optional`, `nullable`, `default` and `transform` stand around. */
const within = (schema: z.core.$ZodType): z.core.$ZodType | undefined =>
  (schema as Wrapped)._zod.def.innerType ?? (schema as Wrapped)._zod.def.in;

const ON = ["1", "on", "true"];
const OFF = ["", "0", "off", "false"];
/** Another text stays what it is, which no schema takes for a switch. */
const isOn = (text: string): boolean | string => (ON.includes(text) ? true : OFF.includes(text) ? false : text);

/** A number in decimal digits; NaN for another text such as '0x1' and '1e2', 0 for an empty one. */
export function numberOf(text: string): number {
  const plain = withLatinDigits(text).trim();
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
}

/** The reader of a field; where it has none of its own, that of its JSON type. */
export function readerOf(schema: z.core.$ZodType): FieldReader {
  for (let one: z.core.$ZodType | undefined = schema; one !== undefined; one = within(one)) {
    const own = READERS.get(one);
    if (own !== undefined) return own.read;
    switch (one._zod.def.type) {
      case "boolean":
        return isOn;
      case "number":
        return numberOf;
      case "array": {
        const { element } = (one as Wrapped)._zod.def;
        const each = element === undefined ? null : readerOf(element);
        return (_text, all) => all.map((text) => (each === null ? text : each(text, [text])));
      }
    }
  }
  return (text) => text;
}

/** Whether a form may name the field several times. */
export function takesSeveral(schema: z.core.$ZodType): boolean {
  for (let one: z.core.$ZodType | undefined = schema; one !== undefined; one = within(one))
    if (one._zod.def.type === "array") return true;
  return false;
}

/** The fields of an object's schema, also of one with rules for several fields. */
export function fieldsOf(schema: z.core.$ZodType): Readonly<Record<string, z.core.$ZodType>> {
  for (let one: z.core.$ZodType | undefined = schema; one !== undefined; one = within(one))
    if (one instanceof z.ZodObject) return one.shape;
  throw new TypeError("Only the schema of an object has fields.");
}
