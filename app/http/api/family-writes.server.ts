/** `store`, `update`, `update-field` and `destroy` of a resource: each runs the actions that screens run. */
import { z, ZodError } from "zod";
import { allOrNothing } from "~/db/database.server";
import { authorize } from "~/auth/actor.server";
import { readAs } from "~/domain/validation/field-reader";
import { listedId } from "~/domain/validation/wire-fields";
import { parseInput } from "~/http/actions/parse-input";
import { AppError } from "~/lib/errors";
import { pick } from "~/lib/pick";
import { call } from "./api-call";
import type { ApiCall, CallOptions } from "./api-call";
import { chosenField, fieldNames, refuseChanged, toldField } from "./chosen-field.server";
import { idList } from "./family-list.server";
import { findItems, findRow } from "./find-rows.server";
import { jsonIn, refuseUnknown } from "./payload.server";
import { actionValues, itemSchema, wireName, writableSchema } from "./resource";
import type { ActionValues, Resource } from "./resource";
import type { ResourceField } from "./fields";
import type { CompanySession } from "~/auth/session.server";

/** Records of one bulk call; more of them are several calls. */
export const MAX_BULK = 500;

type Fields = Readonly<Record<string, ResourceField>>;
type Payload = Record<string, unknown>;

/** The faults of an action in the wire's names, at their place in a bulk. */
export function inWireNames(error: unknown, fields: Fields, at: readonly PropertyKey[] = []): unknown {
  const wire = (path: readonly PropertyKey[]): PropertyKey[] =>
    path.map((part) => (typeof part === "string" ? wireName(fields, part) : part));
  if (error instanceof ZodError)
    return new ZodError(
      error.issues.map((issue) => ({ ...issue, path: [...at, ...wire(issue.path)] }) as z.core.$ZodIssue),
    );
  if (!(error instanceof AppError)) return error;
  const path = [...at, ...wire(error.field?.split(".") ?? [])].map(String).join(".");
  return new AppError(error.code, error.message, {
    status: error.status,
    cause: error,
    details: error.details,
    ...(path === "" ? {} : { field: path }),
  });
}

async function named<T>(fields: Fields, at: readonly PropertyKey[], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw inWireNames(error, fields, at);
  }
}

/** One item of a bulk, judged like a payload of its own. */
function bulkItem(schema: z.ZodObject, item: unknown, at: readonly PropertyKey[], what: string): Payload {
  const place = at.map(String).join(".");
  if (typeof item !== "object" || item === null || Array.isArray(item))
    throw new AppError("api.bulk", `${place} is no object`, { status: 422, field: place });
  refuseUnknown(Object.keys(item), schema, `field of ${what}`);
  try {
    return parseInput(schema, item) as Payload;
  } catch (error) {
    throw inWireNames(error, {}, at);
  }
}

const bulkText = readAs(z.union([z.string(), z.array(z.unknown()), z.record(z.string(), z.unknown())]), (text) => text);

const tooMany = (): AppError =>
  new AppError("api.bulk_size", `A bulk may have ${MAX_BULK} records at most`, { status: 422, field: "bulk" });

/** A payload has the record's own fields or a bulk of several, not both. */
function refuseBoth(payload: Payload): void {
  const beside = Object.keys(payload).find((name) => name !== "bulk" && payload[name] !== undefined);
  if (payload.bulk !== undefined && beside !== undefined)
    throw new AppError("api.bulk_alone", `Send either bulk or ${beside}`, { status: 422, field: "bulk" });
}

export function storeCall(resource: Resource): ApiCall | null {
  const { store, name, label } = resource;
  if (store === undefined) return null;
  const fields: Fields = { ...resource.fields, ...store.also };
  const item = z.strictObject(writableSchema(fields));
  return call({
    path: `${name}/store`,
    methods: ["POST"],
    summary: `Adds a record: ${label}; or up to ${MAX_BULK} with \`bulk\`, all of them or none.`,
    permission: store.permission,
    input: z.strictObject({ ...item.shape, bulk: bulkText.optional() }),
    inJson: { bulk: z.array(item).min(1).max(MAX_BULK) },
    answer: z.union([itemSchema(resource), z.array(itemSchema(resource))]),
    changes: true,
    example: resource.example,
    async run(session, payload: Payload, options) {
      refuseBoth(payload);
      const { bulk, ...single } = payload;
      if (bulk === undefined) {
        const id = await named(fields, [], () => store.run(session, actionValues(fields, single), options));
        return (await findItems(resource, session, [id]))[0];
      }
      const items = jsonIn(bulk, "bulk");
      if (!Array.isArray(items) || items.length === 0)
        throw new AppError("api.bulk", "bulk is no list of items", { status: 422, field: "bulk" });
      if (items.length > MAX_BULK) throw tooMany();
      const values = items.map((one, index) =>
        actionValues(fields, bulkItem(item, one, ["bulk", index], `${name}/store`)),
      );
      const ids = await allOrNothing(async () => {
        if (store.runMany !== undefined) return named(fields, ["bulk"], () => store.runMany!(session, values, options));
        const made: number[] = [];
        for (const [index, one] of values.entries())
          made.push(await named(fields, ["bulk", index], () => store.run(session, one, options)));
        return made;
      });
      return findItems(resource, session, ids);
    },
  });
}

export function updateCall(resource: Resource): ApiCall | null {
  const { update, name, label, fields } = resource;
  if (update === undefined) return null;
  const writable = withoutId(writableSchema(fields));
  const told = Object.keys(fields).filter((one) => !(one in writable) && one !== "id" && one !== "company_id");
  const example = Object.fromEntries(Object.entries(resource.example).filter(([wire]) => wire in writable));
  return call({
    path: `${name}/update`,
    methods: ["POST"],
    summary:
      `Changes a record: ${label}. What is left out ${update.keepsRest ? "stays as it is" : "becomes empty"}. ` +
      "Read-only fields may come back as they were told.",
    permission: update.permission,
    input: z.strictObject({
      id: listedId(),
      ...writable,
      ...Object.fromEntries(told.map((one) => [one, toldField()])),
    }),
    inJson: Object.fromEntries(told.map((one) => [one, fields[one]!.schema.meta({ readOnly: true })])),
    answer: itemSchema(resource),
    changes: true,
    example: { id: 1, ...example },
    async run(session, { id, ...payload }: Payload & { id: number }, options) {
      const [stored] = await findItems(resource, session, [id]);
      refuseChanged(pick(payload, told), stored as Payload);
      await named(fields, [], () => update.run(session, id, actionValues(fields, payload), options));
      return (await findItems(resource, session, [id]))[0];
    },
  });
}

const withoutId = ({ id: _id, ...rest }: Record<string, z.ZodType>): Record<string, z.ZodType> => rest;

/** All fields of the stored record as the action takes them. */
async function storedValues(resource: Resource, session: CompanySession, id: number): Promise<ActionValues> {
  const row = await findRow(resource, session, id);
  const wire = Object.fromEntries(
    Object.entries(resource.fields).map(([name, { read }]) => [name, read(row as never)]),
  );
  return actionValues(resource.fields, wire);
}

function authorizeFields(fields: Fields, session: CompanySession, payload: Payload): void {
  for (const name of Object.keys(payload)) {
    const { needs } = fields[name]!;
    if (needs !== null) authorize(session, needs, { companyId: session.company.id });
  }
}

async function changeFields(
  resource: Resource,
  session: CompanySession,
  [id, values]: readonly [number, ActionValues],
  options: CallOptions,
): Promise<void> {
  const { update } = resource;
  if (update!.runFields !== undefined) await update!.runFields(session, id, values, options);
  else await update!.run(session, id, { ...(await storedValues(resource, session, id)), ...values }, options);
}

export function updateFieldCall(resource: Resource): ApiCall | null {
  const { update, name, label, fields } = resource;
  if (update === undefined) return null;
  const some = z.strictObject(withoutId(writableSchema(fields)));
  const names = Object.keys(some.shape);
  return call({
    path: `${name}/update-field`,
    methods: ["POST"],
    summary: `Changes one field of a record: ${label}; or with \`bulk\`, by id, some fields of several.`,
    permission: update.permission,
    input: z.strictObject({
      id: listedId().optional(),
      ...fieldNames(names),
      value: readAs(z.unknown(), (text) => text).optional(),
      bulk: bulkText.optional(),
    }),
    inJson: {
      ...(names.length === 0 ? {} : { value: z.union(names.map((one) => fields[one]!.schema)) }),
      bulk: z.record(z.string(), some),
    },
    answer: z.union([itemSchema(resource), z.array(itemSchema(resource))]),
    changes: true,
    example: { id: 1, name: names[0], value: resource.example[names[0] ?? ""] },
    async run(session, payload: Payload, options) {
      refuseBoth(payload);
      const given =
        payload.bulk === undefined ? [oneField(some, payload, name)] : severalFields(some, payload.bulk, name);
      const ids = given.map(([id]) => id);
      await allOrNothing(async () => {
        await findItems(resource, session, ids);
        for (const [, values] of given) authorizeFields(fields, session, values);
        const changes = given.map(([id, values]) => [id, actionValues(fields, values)] as const);
        if (payload.bulk !== undefined && update.runFieldsMany !== undefined)
          return named(fields, ["bulk"], () => update.runFieldsMany!(session, new Map(changes), options));
        for (const change of changes) {
          const at = payload.bulk === undefined ? [] : ["bulk", change[0]];
          await named(fields, at, () => changeFields(resource, session, change, options));
        }
      });
      const items = await findItems(resource, session, ids);
      return payload.bulk === undefined ? items[0] : items;
    },
  });
}

function oneField(some: z.ZodObject, payload: Payload, resource: string): [number, Payload] {
  const { id, value } = payload;
  const name = chosenField(payload, some, `${resource}/update-field`);
  if (typeof id !== "number") throw new AppError("api.id", "Id is required", { status: 422, field: "id" });
  if (value === undefined) throw new AppError("api.value", "Value is required", { status: 422, field: "value" });
  const schema = (some.shape as Record<string, z.ZodType>)[name]!;
  // A form says everything in texts.
  const read = typeof value === "string" ? fromText(schema, value) : value;
  try {
    return [id, parseInput(some, { [name]: read }) as Payload];
  } catch (error) {
    throw inWireNames(error, {});
  }
}

/** A text where the field is a text, else the number that it says. */
function fromText(schema: z.ZodType, value: string): unknown {
  return schema.safeParse(value).success
    ? value
    : value.trim() !== "" && Number(value) === Number(value)
      ? Number(value)
      : value;
}

function severalFields(some: z.ZodObject, bulk: unknown, name: string): [number, Payload][] {
  const given = jsonIn(bulk, "bulk");
  if (typeof given !== "object" || given === null || Array.isArray(given))
    throw new AppError("api.bulk", "bulk is no object of fields by id", { status: 422, field: "bulk" });
  const entries = Object.entries(given);
  if (entries.length === 0) throw new AppError("api.bulk", "bulk names no record", { status: 422, field: "bulk" });
  if (entries.length > MAX_BULK) throw tooMany();
  return entries.map(([id, values]) => {
    if (!/^[1-9]\d{0,14}$/.test(id))
      throw new AppError("api.id", "Id is not correct", { status: 422, field: `bulk.${id.slice(0, 50)}` });
    return [Number(id), bulkItem(some, values, ["bulk", id], `${name}/update-field`)];
  });
}

export function destroyCall(resource: Resource): ApiCall | null {
  const { destroy, name, label } = resource;
  if (destroy === undefined) return null;
  return call({
    path: `${name}/destroy`,
    methods: ["POST"],
    summary: `Removes records: ${label}; all that are named, or none.`,
    permission: destroy.permission,
    input: z.strictObject({ id: listedId().optional(), ids: idList(MAX_BULK).optional() }),
    answer: z.object({ ids: z.array(z.int()) }),
    changes: true,
    example: { id: 1 },
    async run(session, { id, ids }, options) {
      if ((id === undefined) === (ids === undefined))
        throw new AppError("api.id", "Send either id or ids", { status: 422, field: "id" });
      const wanted = [...new Set(ids ?? [id!])];
      await findItems(resource, session, wanted);
      await allOrNothing(async () => {
        if (wanted.length > 1 && destroy.runMany !== undefined)
          return named(resource.fields, [], () => destroy.runMany!(session, wanted, options));
        for (const one of wanted) await named(resource.fields, [], () => destroy.run(session, one, options));
      });
      return { ids: wanted };
    },
  });
}
