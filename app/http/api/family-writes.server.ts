/** `store`, `update`, `update-field` and `destroy` of a resource: each runs the actions that screens run. */
import { z } from "zod";
import { allOrNothing } from "~/db/database.server";
import { authorize } from "~/auth/actor.server";
import { listedId } from "~/domain/validation/wire-fields";
import { pick } from "~/lib/pick";
import { call } from "./api-call.server";
import type { ApiCall } from "./api-call.server";
import {
  bulkItems,
  bulkText,
  fieldsInput,
  idOrIds,
  idsOf,
  MAX_BULK,
  namedId,
  readFields,
  refuseBoth,
  sentFields,
} from "./bulk.server";
import type { BulkPayload } from "./bulk.server";
import { refuseChanged, toldField } from "./chosen-field.server";
import { findItems } from "./find-rows.server";
import { actionValues, itemSchema, writableSchema } from "./resource";
import type { Resource } from "./resource";
import type { ResourceField } from "./fields";
import { named, valuesAt } from "./wire-faults";
import type { CompanySession } from "~/auth/session.server";

type Fields = Readonly<Record<string, ResourceField>>;

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
    async run(session, payload: BulkPayload, options) {
      refuseBoth(payload);
      const { bulk, ...single } = payload;
      if (bulk === undefined) {
        const id = await named(fields, [], () => store.run(session, actionValues(fields, single), options));
        return (await findItems(resource, session, [id]))[0];
      }
      const values = bulkItems(item, bulk, `${name}/store`).map((one, at) => valuesAt(fields, one, ["bulk", at]));
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
    async run(session, { id, ...payload }: BulkPayload & { id: number }, options) {
      const [stored] = await findItems(resource, session, [id]);
      refuseChanged(pick(payload, told), stored as BulkPayload);
      await named(fields, [], () => update.run(session, id, actionValues(fields, payload), options));
      return (await findItems(resource, session, [id]))[0];
    },
  });
}

const withoutId = ({ id: _id, ...rest }: Record<string, z.ZodType>): Record<string, z.ZodType> => rest;

function authorizeFields(fields: Fields, session: CompanySession, payload: BulkPayload): void {
  for (const name of Object.keys(payload)) {
    const { needs } = fields[name]!;
    if (needs !== null) authorize(session, needs, { companyId: session.company.id });
  }
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
    input: fieldsInput(names),
    inJson: {
      ...(names.length === 0 ? {} : { value: z.union(names.map((one) => fields[one]!.schema)) }),
      bulk: z.record(z.string(), some),
    },
    answer: z.union([itemSchema(resource), z.array(itemSchema(resource))]),
    changes: true,
    example: { id: 1, name: names[0], value: resource.example[names[0] ?? ""] },
    async run(session, payload: BulkPayload, options) {
      const sent = sentFields(payload, some, `${name}/update-field`);
      // The right first: others don't learn what is wrong with the values.
      for (const one of sent) authorizeFields(fields, session, one.fields);
      const changes = sent.map((one) => ({
        at: one.at,
        id: namedId(one),
        values: valuesAt(fields, readFields(some, one), one.at),
      }));
      const ids = changes.map(({ id }) => id);
      await allOrNothing(async () => {
        await findItems(resource, session, ids);
        if (payload.bulk !== undefined && update.runFieldsMany !== undefined) {
          const all = new Map(changes.map(({ id, values }) => [id, values]));
          return named(fields, ["bulk"], () => update.runFieldsMany!(session, all, options));
        }
        for (const { at, id, values } of changes)
          await named(fields, at, () => (update.runFields ?? update.run)(session, id, values, options));
      });
      const items = await findItems(resource, session, ids);
      return payload.bulk === undefined ? items[0] : items;
    },
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
    input: z.strictObject(idOrIds()),
    answer: z.object({ ids: z.array(z.int()) }),
    changes: true,
    example: { id: 1 },
    async run(session, payload, options) {
      const wanted = idsOf(payload);
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
