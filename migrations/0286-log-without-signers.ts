import type { Knex } from "knex";
import { up as guardLog } from "./0252-audit-log-forgets";
import { isSqlite } from "./helpers";

/**
 * The audit log, which is kept for good, told who has signed for a delivery, and where drivers were when they reported
 * it. That the name changed stays, names and places go. Such an update is one that the log's trigger refuses: it is
 * made anew at the end.
 */
const WINDOW = 2000;
const PLACE = ["reported_lat", "reported_lng", "reported_accuracy"];
/** Users who may not make or drop triggers. */
const MAY_NOT = [1419, 1142, 1227];

/** @returns whether entries may be changed: an administrator's trigger may stand that this user can't drop */
async function dropTrigger(knex: Knex): Promise<boolean> {
  try {
    await knex.raw("DROP TRIGGER IF EXISTS audit_log_no_update");
    return true;
  } catch (error) {
    if (!MAY_NOT.includes((error as { errno?: number }).errno ?? 0)) throw error;
    return false;
  }
}

interface Change {
  fields?: Record<string, unknown>;
}

function withoutPeople(text: string): string {
  let changes: unknown;
  try {
    changes = JSON.parse(text);
  } catch {
    // Nobody can read it; the start must not fail over it.
    return text;
  }
  if (!Array.isArray(changes)) return text;
  for (const { fields } of changes as Change[]) {
    if (fields === undefined) continue;
    if (Object.hasOwn(fields, "signature_name")) fields.signature_name = [null, null];
    for (const name of PLACE) delete fields[name];
  }
  return JSON.stringify(changes);
}

/**
 * One transaction for a window: an entry of its own is a write of its own to the disk. On MySQL the change of the
 * trigger has ended the transaction that the migration began with.
 */
async function together(knex: Knex, work: (trx: Knex) => Promise<void>): Promise<void> {
  if (knex.isTransaction !== true) return knex.transaction(work);
  if (isSqlite(knex)) return work(knex);
  await knex.raw("START TRANSACTION");
  await work(knex);
  await knex.raw("COMMIT");
}

export async function up(knex: Knex): Promise<void> {
  const mayChange = await dropTrigger(knex);
  const found = (await knex("audit_log").max({ last: "id" }).first()) as unknown as { last: number | null };
  for (let from = 0; from < (found.last ?? 0); from += WINDOW) {
    const rows = (await knex("audit_log")
      .where("id", ">", from)
      .where("id", "<=", from + WINDOW)
      .where((any) =>
        any.where("changes", "like", '%"signature_name":[%').orWhere("changes", "like", '%"reported_lat":[%'),
      )
      .select("id", "changes")) as { id: number; changes: string }[];
    if (rows.length === 0) continue;
    await together(knex, async (trx) => {
      for (const { id, changes } of rows) {
        const left = withoutPeople(changes);
        if (left === changes) continue;
        const store = (text: string | null): Promise<number> =>
          trx("audit_log").where({ id }).update({ changes: text });
        if (mayChange) await store(left);
        // The trigger, where there is one, lets an entry lose all that it tells of values.
        else await store(left).catch(() => store(null));
      }
    });
  }
  await guardLog(knex);
}

/** The names are gone for good. */
export const down = (): Promise<void> => Promise.resolve();
