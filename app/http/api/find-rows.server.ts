import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { getByIds } from "~/db/repositories/scoped.server";
import { notFound } from "~/lib/errors";
import { readItems } from "./resource";
import type { Resource } from "./resource";

/** The rows of these ids, in their order. @throws AppError 404 when one is another company's, or none of the API's */
async function findRows(
  { table, only = {}, label }: Resource,
  session: CompanySession,
  ids: readonly number[],
): Promise<unknown[]> {
  const rows = await getByIds(db(), table, session.company.id, ids);
  for (const row of rows) {
    const values: Readonly<Record<string, unknown>> = { ...row };
    const isOurs = Object.entries(only).every(([column, value]) =>
      Array.isArray(value) ? value.includes(values[column]) : values[column] === value,
    );
    if (!isOurs) throw notFound(label);
  }
  return rows;
}

export const findItems = async (
  resource: Resource,
  session: CompanySession,
  ids: readonly number[],
): Promise<Record<string, unknown>[]> =>
  readItems(resource, session.company.id, await findRows(resource, session, ids));
