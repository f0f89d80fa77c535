/** The field that `update-field` changes, and fields of a record that are only told. */
import { z } from "zod";
import { readAs } from "~/domain/validation/field-reader";
import { AppError } from "~/lib/errors";
import { refuseUnknown } from "./payload.server";

type ToldFields = Readonly<Record<string, unknown>>;

/** The specification names the field `field` in one place and `name` in another, so that both count. */
export function fieldNames(names: readonly string[]) {
  const one = z.string().max(255).meta({ enum: names }).optional();
  return { name: one, field: one };
}

/** @throws AppError 422 for none and for two different ones, 400 for a field that the call doesn't know */
export function chosenField(
  { name, field }: { name?: unknown; field?: unknown },
  of: z.ZodObject,
  path: string,
): string {
  if (name !== undefined && field !== undefined && name !== field)
    throw new AppError("api.field", "name and field differ", { status: 422, field: "field" });
  const chosen = name ?? field;
  if (typeof chosen !== "string" || chosen === "")
    throw new AppError("api.field", "Name is required", { status: 422, field: "name" });
  refuseUnknown([chosen], of, `field of ${path}`);
  return chosen;
}

/** A field that a payload may give back as it was told. */
export const toldField = (): z.ZodType =>
  readAs(z.unknown(), (text) => text)
    .optional()
    .meta({ readOnly: true });

/**
 * A program may send a record back as it got it; what it can't change has to be the same then.
 * @throws AppError 400
 */
export function refuseChanged(sent: ToldFields, stored: ToldFields): void {
  for (const [name, value] of Object.entries(sent)) {
    if (value === undefined || isSame(value, stored[name])) continue;
    throw new AppError("api.read_only", `${name} can't be changed`, { status: 400, field: name });
  }
}

/** A form says everything in texts, and nothing for none. */
const isSame = (sent: unknown, stored: unknown): boolean =>
  JSON.stringify(sent) === JSON.stringify(stored) || (typeof sent === "string" && sent === String(stored ?? ""));
