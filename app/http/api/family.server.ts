import { z } from "zod";
import { listedId } from "~/domain/validation/wire-fields";
import { call } from "./api-call.server";
import type { ApiCall } from "./api-call.server";
import { listCall } from "./family-list.server";
import { destroyCall, storeCall, updateCall, updateFieldCall } from "./family-writes.server";
import { findItems } from "./find-rows.server";
import { itemSchema } from "./resource";
import type { Resource } from "./resource";

const itemCall = (resource: Resource): ApiCall =>
  call({
    path: `${resource.name}/item`,
    methods: ["GET", "POST"],
    summary: `Answers one record: ${resource.label}.`,
    permission: resource.permission,
    input: z.strictObject({ id: listedId() }),
    answer: itemSchema(resource),
    changes: false,
    example: { id: 1 },
    run: async (session, { id }) => (await findItems(resource, session, [id]))[0],
  });

/** The calls of the resource family: list, item, store, update, update-field, destroy. */
export const familyOf = (resource: Resource): ApiCall[] =>
  [
    listCall(resource),
    itemCall(resource),
    storeCall(resource),
    updateCall(resource),
    updateFieldCall(resource),
    destroyCall(resource),
  ].filter((one) => one !== null);
