import { parseJson } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { listLogEntries } from "~/db/repositories/audit-log.server";
import { MODELS } from "./subjects";
import type { LoggedTable } from "./subjects";

/** Entries about records of the same kind that are looked through: it has just happened. */
const NEWEST = 50;

/** Who has removed a record of the company, by the newest entries of its log; null: not known. */
export async function removedBy(companyId: number, table: LoggedTable, id: number): Promise<string | null> {
  const entries = await listLogEntries(db(), companyId, { model: MODELS[table] }, NEWEST);
  const entry = entries.find(({ ids, outcome }) => outcome === "done" && parseJson<number[]>(ids, []).includes(id));
  return entry === undefined || entry.who === "" ? null : entry.who;
}
