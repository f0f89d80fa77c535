import type { Knex } from "knex";
import { up as guardLog } from "./0252-audit-log-forgets";

/**
 * The audit log, which is kept for good, told who has signed for a delivery. That the name changed stays, the names go.
 * Such an update is one that the log's trigger refuses: it is made anew at the end.
 */
const WINDOW = 2000;
/** Users who may not make triggers have none either. */
const MAY_NOT = [1419, 1142, 1227];

async function dropTrigger(knex: Knex): Promise<void> {
  try {
    await knex.raw("DROP TRIGGER IF EXISTS audit_log_no_update");
  } catch (error) {
    if (!MAY_NOT.includes((error as { errno?: number }).errno ?? 0)) throw error;
  }
}

interface Change {
  fields?: Record<string, unknown>;
}

function withoutSigners(text: string): string {
  let changes: unknown;
  try {
    changes = JSON.parse(text);
  } catch {
    // Nobody can read it; the start must not fail over it.
    return text;
  }
  if (!Array.isArray(changes)) return text;
  for (const { fields } of changes as Change[])
    if (fields !== undefined && Object.hasOwn(fields, "signature_name")) fields.signature_name = [null, null];
  return JSON.stringify(changes);
}

export async function up(knex: Knex): Promise<void> {
  await dropTrigger(knex);
  const found = (await knex("audit_log").max({ last: "id" }).first()) as unknown as { last: number | null };
  for (let from = 0; from < (found.last ?? 0); from += WINDOW) {
    const rows = (await knex("audit_log")
      .where("id", ">", from)
      .where("id", "<=", from + WINDOW)
      .where("changes", "like", '%"signature_name":[%')
      .select("id", "changes")) as { id: number; changes: string }[];
    for (const { id, changes } of rows) {
      const left = withoutSigners(changes);
      if (left !== changes) await knex("audit_log").where({ id }).update({ changes: left });
    }
  }
  await guardLog(knex);
}

/** The names are gone for good. */
export const down = (): Promise<void> => Promise.resolve();
