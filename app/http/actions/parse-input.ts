import { z } from "zod";
import { fieldsOf } from "~/domain/validation/field-reader";
import { decodeForm, postedFields } from "./decode-form";

/** What an action's schema makes of its input: @param faults of texts that couldn't be read, by field */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  wire: unknown,
  faults: ReadonlyMap<string, string> = new Map(),
): z.output<Schema> {
  const parsed = schema.safeParse(wire);
  if (parsed.success && faults.size === 0) return parsed.data;
  const issues = (parsed.error?.issues ?? []).flatMap(byField).filter(({ path }) => !faults.has(String(path[0])));
  for (const [name, message] of faults) issues.push({ code: "custom", path: [name], message, input: undefined });
  const names = Object.keys(fieldsOf(schema));
  // Sentences come in the order of the form, whoever found the fault.
  const place = ({ path }: z.core.$ZodIssue) => (path.length === 0 ? names.length : names.indexOf(String(path[0])));
  throw new z.ZodError(issues.sort((a, b) => place(a) - place(b)));
}

/** The same of an address. @throws ZodError */
export function parseParams<Schema extends z.ZodType>(schema: Schema, request: Request): z.output<Schema> {
  const { wire, faults } = decodeForm(schema, postedFields(new URL(request.url).searchParams));
  return parseInput(schema, wire, faults);
}

/** A field that the action doesn't know is a fault of that field. */
function byField(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== "unrecognized_keys") return [issue];
  return issue.keys.map((key) => ({
    code: "custom",
    path: [...issue.path, key.slice(0, 100)],
    message: `${key.slice(0, 100)} is no field of this action`,
    input: undefined,
  }));
}
