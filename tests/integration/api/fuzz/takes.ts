/** What each operation of the document takes, with a payload that is right, in a world of its own. */
import type { Db } from "~/db/client.server";
import type { ActionName } from "~/features/actions.server";
import { API } from "~/features/api.server";
import type { ApiCall } from "~/http/api/api-call.server";
import { document } from "../../../helpers/documented";
import { idsOf, kindOf, MISSING } from "../../access/ids";
import { examplesOf } from "../../actions/examples";
import { moreOf } from "../../actions/world";
import { createDesk } from "../../planning/desk";
import type { Desk } from "../../planning/desk";
import type { Takes } from "./bad-requests";
import type { Schema } from "./values";

export interface Operation {
  /** 'POST vehicle/store' */
  name: string;
  path: string;
  method: "GET" | "POST";
  call: ApiCall;
}

export const OPERATIONS: readonly Operation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((key) => {
    const [name, method] = [path.slice(1), key.toUpperCase() as "GET" | "POST"];
    const call = API.get(name);
    if (call === undefined) throw new Error(`The document has ${path}, and the API has not.`);
    return { name: `${method} ${name}`, path: name, method, call };
  }),
);

/** The schema of a payload, with what it refers to in it. */
function schemaOf({ path, method }: Operation): Schema {
  const operation = document.paths[`/${path}`]![method.toLowerCase()]!;
  const whole =
    method === "POST"
      ? Object.values(operation.requestBody?.content ?? {})[0]?.schema
      : {
          properties: Object.fromEntries(
            (operation.parameters ?? []).flatMap((one) => (one.in === "query" ? [[one.name, one.schema]] : [])),
          ),
        };
  return resolved(whole ?? {}) as Schema;
}

function resolved(value: unknown, depth = 0): unknown {
  if (typeof value !== "object" || value === null || depth > 12) return value;
  if (Array.isArray(value)) return value.map((one) => resolved(one, depth + 1));
  const { $ref } = value as Schema;
  if ($ref !== undefined) return resolved(document.components.schemas[$ref.split("/").at(-1)!], depth + 1);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, resolved(one, depth + 1)]));
}

export interface FuzzWorld {
  desk: Desk;
  takes(operation: Operation): Takes;
}

/** Two companies, and what each operation takes of the first. */
export async function fuzzWorld(db: Db): Promise<FuzzWorld> {
  const desk = await createDesk(db);
  const more = await moreOf(db, desk);
  const other = await createDesk(db);
  const theirs = idsOf(other, await moreOf(db, other));
  const own = idsOf(desk, more);
  const examples = examplesOf(desk, more);
  return {
    desk,
    takes(operation) {
      const { path, method, call } = operation;
      const example = examples[path.replace(/^action\//, "") as ActionName] ?? call.example ?? {};
      const good = Object.entries(example).map(([field, value]) => {
        const kind = path.startsWith("action/") ? null : kindOf(path, field);
        return [
          field,
          JSON.stringify(kind === null || value === 0 ? value : Array.isArray(value) ? [own[kind]] : own[kind]),
        ];
      });
      return {
        method,
        schema: schemaOf(operation),
        files: call.files ?? [],
        good: Object.fromEntries(good) as Record<string, string>,
        foreign: [...new Set(Object.values(theirs)), MISSING],
      };
    },
  };
}
