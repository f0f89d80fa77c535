/** One record or several: what `store`, `update-field` and `destroy` of every resource are asked with. */
import { z } from "zod";
import { numberOf, readAs } from "~/domain/validation/field-reader";
import { listedId } from "~/domain/validation/wire-fields";
import { parseInput } from "~/http/actions/parse-input";
import { AppError } from "~/lib/errors";
import { chosenField, fieldNames } from "./chosen-field.server";
import { idList } from "./family-list.server";
import { jsonIn, refuseUnknown } from "./payload.server";
import { inWireNames } from "./wire-faults";

/** Records of one bulk call; more of them are several calls. */
export const MAX_BULK = 500;

export type BulkPayload = Record<string, unknown>;

export const bulkText = readAs(
  z.union([z.string(), z.array(z.unknown()), z.record(z.string(), z.unknown())]),
  (text) => text,
);

const wrong = (code: string, message: string, field: string): AppError =>
  new AppError(code, message, { status: 422, field });

const tooMany = (): AppError => wrong("api.bulk_size", `A bulk may have ${MAX_BULK} records at most`, "bulk");

/** A payload has the record's own fields or a bulk of several, not both. */
export function refuseBoth(payload: BulkPayload): void {
  const beside = Object.keys(payload).find((name) => name !== "bulk" && payload[name] !== undefined);
  if (payload.bulk !== undefined && beside !== undefined)
    throw wrong("api.bulk_alone", `Send either bulk or ${beside}`, "bulk");
}

/** An object of a bulk, whose fields the call knows. @throws AppError 400, 422 */
function knownFields(item: unknown, schema: z.ZodObject, at: readonly PropertyKey[], call: string): BulkPayload {
  const place = at.map(String).join(".");
  if (typeof item !== "object" || item === null || Array.isArray(item))
    throw wrong("api.bulk", `${place} is no object`, place);
  refuseUnknown(Object.keys(item), schema, `field of ${call}`);
  return item as BulkPayload;
}

function readAt(schema: z.ZodObject, fields: BulkPayload, at: readonly PropertyKey[]): BulkPayload {
  try {
    return parseInput(schema, fields);
  } catch (error) {
    throw inWireNames(error, {}, at);
  }
}

/** The items of `store`, each judged like a payload of its own. @throws AppError 400, 422; ZodError naming the item */
export function bulkItems(schema: z.ZodObject, bulk: unknown, call: string): BulkPayload[] {
  const items = jsonIn(bulk, "bulk");
  if (!Array.isArray(items) || items.length === 0) throw wrong("api.bulk", "bulk is no list of items", "bulk");
  if (items.length > MAX_BULK) throw tooMany();
  return items.map((one, index) => {
    const at = ["bulk", index];
    return readAt(schema, knownFields(one, schema, at, call), at);
  });
}

/** The payload of `update-field`. @param names of the fields that it changes */
export const fieldsInput = (names: readonly string[]) =>
  z.strictObject({
    id: listedId().optional(),
    ...fieldNames(names),
    value: readAs(z.unknown(), (text) => text).optional(),
    bulk: bulkText.optional(),
  });

/** Fields of one record, as they came. */
export interface SentFields {
  /** of a bulk always there */
  id: number | undefined;
  fields: BulkPayload;
  /** where their faults are: its place in the bulk */
  at: readonly PropertyKey[];
}

/**
 * What `update-field` is to change: the names are known, and the values are still to be read.
 * @throws AppError 400, 422
 */
export function sentFields(payload: BulkPayload, some: z.ZodObject, call: string): SentFields[] {
  refuseBoth(payload);
  if (payload.bulk === undefined) return [oneField(payload, some, call)];
  const given = jsonIn(payload.bulk, "bulk");
  if (typeof given !== "object" || given === null || Array.isArray(given))
    throw wrong("api.bulk", "bulk is no object of fields by id", "bulk");
  const entries = Object.entries(given);
  if (entries.length === 0) throw wrong("api.bulk", "bulk names no record", "bulk");
  if (entries.length > MAX_BULK) throw tooMany();
  return entries.map(([id, values]) => {
    if (!/^[1-9]\d{0,14}$/.test(id)) throw wrong("api.id", "Id is not correct", `bulk.${id.slice(0, 50)}`);
    const at = ["bulk", id];
    return { id: Number(id), fields: knownFields(values, some, at, call), at };
  });
}

function oneField(payload: BulkPayload, some: z.ZodObject, call: string): SentFields {
  const { id, value } = payload;
  const name = chosenField(payload, some, call);
  if (value === undefined) throw wrong("api.value", "Value is required", "value");
  const schema = (some.shape as Record<string, z.ZodType>)[name]!;
  // A form says everything in texts.
  const read = typeof value === "string" ? fromText(schema, value) : value;
  return { id: id as number | undefined, fields: { [name]: read }, at: [] };
}

/** A text where the field is a text, else the number that it says. */
function fromText(schema: z.ZodType, value: string): unknown {
  if (schema.safeParse(value).success || value.trim() === "") return value;
  const number = numberOf(value);
  return Number.isNaN(number) ? value : number;
}

/** Whose fields they are, where the caller can't be meant. @throws AppError 422 */
export function namedId({ id }: SentFields): number {
  if (id === undefined) throw wrong("api.id", "Id is required", "id");
  return id;
}

/** Their values. @throws ZodError at their place in the bulk */
export const readFields = (some: z.ZodObject, { fields, at }: SentFields): BulkPayload => readAt(some, fields, at);

/** The payload of `destroy`. */
export const idOrIds = () => ({ id: listedId().optional(), ids: idList(MAX_BULK).optional() });

/** The ids that it names, each once. @throws AppError 422 */
export function idsOf({ id, ids }: { id?: number | undefined; ids?: number[] | undefined }): number[] {
  if ((id === undefined) === (ids === undefined)) throw wrong("api.id", "Send either id or ids", "id");
  return [...new Set(ids ?? [id!])];
}
