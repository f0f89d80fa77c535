/** `{resource}/list`: filters, order, and pages by a cursor. Never without a limit. */
import { createHash } from "node:crypto";
import { z } from "zod";
import { listRowsAfter } from "~/db/repositories/api-lists.server";
import { db } from "~/db/database.server";
import { FieldFault, numberOf, readAs } from "~/domain/validation/field-reader";
import { listedId } from "~/domain/validation/wire-fields";
import { AppError } from "~/lib/errors";
import { ListAnswer, call } from "./api-call.server";
import type { ApiCall } from "./api-call.server";
import { itemSchema, readItems } from "./resource";
import type { Resource } from "./resource";

const LIST_LIMIT = 100;
const MAX_LIST_LIMIT = 500;
const MAX_SEARCH = 255;
const MAX_CURSOR = 2_000;

/** '3,5,8', or repeated fields. @param what they are, as a message begins */
export const idList = (max: number, what = "Ids") =>
  readAs(z.array(listedId()).min(1).max(max), (_text, all) => {
    const ids = all.flatMap((text) => text.split(",").filter(Boolean).map(numberOf));
    if (ids.some(Number.isNaN)) throw new FieldFault(`${what} must be numbers with commas between them`);
    return ids;
  });

const Cursor = z.tuple([z.string(), z.union([z.string(), z.number(), z.null()]), z.number().int().positive()]);

/** What a cursor belongs to: it means nothing in another list, order or company, or with other filters. */
const listMark = (...of: readonly unknown[]): string =>
  createHash("sha256").update(JSON.stringify(of)).digest("base64url").slice(0, 16);

const cursorOf = (list: string, value: unknown, id: number): string =>
  Buffer.from(JSON.stringify([list, value, id])).toString("base64url");

function readCursor(text: string, list: string): { value: string | number | null; id: number } {
  try {
    const [of, value, id] = Cursor.parse(JSON.parse(Buffer.from(text, "base64url").toString("utf8")));
    if (of === list) return { value, id };
  } catch {
    // The same as a cursor of another list.
  }
  throw new AppError("api.cursor", "Cursor is of another list, or was changed. Begin with the first page.", {
    status: 422,
    field: "cursor",
  });
}

export function listCall(resource: Resource): ApiCall {
  const { name, label, table, permission, fields, search, listInstead, only = {}, onlyInItem = [] } = resource;
  const filters = Object.entries(fields).filter(([, one]) => one.filters);
  const sorts = Object.entries(fields).flatMap(([wire, one]) => (one.sorts ? [wire] : []));
  const input = z.strictObject({
    ...Object.fromEntries(filters.map(([wire, { schema }]) => [wire, schema.optional()])),
    ids: idList(MAX_LIST_LIMIT).optional(),
    ...(search === undefined ? {} : { search: z.string().max(MAX_SEARCH).optional() }),
    sort: z.enum(sorts.flatMap((wire) => [wire, `-${wire}`])).default("id"),
    limit: z.int().min(1).max(MAX_LIST_LIMIT).default(LIST_LIMIT),
    cursor: z.string().max(MAX_CURSOR).optional(),
    ...listInstead?.input,
  });
  return call({
    path: `${name}/list`,
    methods: ["GET", "POST"],
    summary: `Lists records: ${label}. ${LIST_LIMIT} at a time, or as many as \`limit\` says.`,
    permission,
    input,
    answer: z.array(itemSchema(resource)),
    isList: true,
    ...(listInstead ? { insteadOfList: listInstead.answer } : {}),
    changes: false,
    filters: true,
    example: { limit: 2 },
    async run(session, given) {
      const asked = given as Record<string, unknown> & z.output<typeof input>;
      const instead = await listInstead?.run(session, asked);
      if (instead !== undefined) return instead;
      const descending = asked.sort.startsWith("-");
      const sorted = descending ? asked.sort.slice(1) : asked.sort;
      const column = fields[sorted]!.column!;
      const where: Record<string, string | number | number[] | null> = { ...(only as Record<string, string>) };
      const empty: Record<string, string | number> = {};
      for (const [wire, { column: filtered, read, schema, toAction }] of filters) {
        const value = asked[wire] as string | number | undefined;
        if (value === undefined || filtered === null) continue;
        // What a column without a value reads as finds such columns too.
        if (value === read({ [filtered]: null })) empty[filtered] = value;
        // A flag stays the number that the column holds.
        else where[filtered] = schema instanceof z.ZodLiteral ? value : (toAction(value) as string | number | null);
      }
      if (asked.ids !== undefined) where.id = where.id === undefined ? asked.ids : [Number(where.id)];
      const list = listMark(session.company.id, name, asked.sort, asked.search, where, empty);
      const rows = await listRowsAfter<{ id: number } & Record<string, unknown>>(db(), session.company.id, table, {
        where,
        empty,
        search: search && asked.search ? { columns: search, text: String(asked.search) } : undefined,
        sort: { column, descending },
        after: asked.cursor === undefined ? undefined : readCursor(asked.cursor, list),
        limit: asked.limit + 1,
        columns: columnsOf(resource, onlyInItem),
      });
      const page = rows.slice(0, asked.limit);
      const last = page.at(-1);
      const next = rows.length > page.length && last ? cursorOf(list, last[column], last.id) : null;
      return new ListAnswer(await readItems(resource, session.company.id, page, onlyInItem), next);
    },
  });
}

/** Without the long ones; undefined: all of them. */
function columnsOf({ fields }: Resource, without: readonly string[]): string[] | undefined {
  if (without.length === 0) return undefined;
  const used = Object.entries(fields).flatMap(([wire, { column }]) =>
    column === null || without.includes(wire) ? [] : [column],
  );
  return [...new Set(["id", ...used])];
}
