import { createHash } from "node:crypto";
import { isSqlite } from "~/db/dialect.server";
import type { Db } from "~/db/client.server";

/** The log of what was tried grows by refusals, too; figures are counted from the others when somebody reads them. */
const FOLLOW: ReadonlySet<string> = new Set(["audit_log", "plan_figures", "route_figures", "visit_figures"]);

export async function tableNames(db: Db): Promise<string[]> {
  const found: unknown[] = isSqlite(db)
    ? await db("sqlite_master").where({ type: "table" }).pluck("name")
    : await db("information_schema.tables").whereRaw("table_schema = database()").pluck("table_name");
  return found
    .map(String)
    .filter((name) => !/^(?:sqlite|knex)_/.test(name) && !FOLLOW.has(name))
    .sort();
}

/** A checksum of every table but the audit log. @param without columns that don't count */
export async function stored(
  db: Db,
  tables: readonly string[],
  without: readonly string[] = [],
): Promise<Record<string, string>> {
  const sums: Record<string, string> = {};
  for (const table of tables) {
    const rows = (await db(table)) as Record<string, unknown>[];
    const lines = rows.map((row) =>
      JSON.stringify(Object.entries(row).filter(([column]) => !without.includes(column))),
    );
    sums[table] = createHash("sha256").update(lines.sort().join("\n")).digest("base64url");
  }
  return sums;
}
