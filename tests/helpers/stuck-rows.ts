import type { Db } from "~/db/client.server";
import type { DatabaseKind } from "./databases";

/**
 * Runs `work` while the database refuses to change or delete a company's rows of a table: the refusal says "stuck".
 * Rows of other companies are changed as always.
 */
export async function withStuckRows<T>(
  { db, kind }: { db: Db; kind: DatabaseKind },
  { table, companyId }: { table: string; companyId: number },
  work: () => Promise<T>,
): Promise<T> {
  const triggers = ["UPDATE", "DELETE"].map((change) => ({ change, name: `stuck_${change.toLowerCase()}` }));
  for (const { change, name } of triggers) {
    const head = `CREATE TRIGGER ${name} BEFORE ${change} ON ${table}`;
    const isTheirs = `OLD.company_id = ${companyId}`;
    await db.raw(
      kind === "sqlite"
        ? `${head} WHEN ${isTheirs} BEGIN SELECT RAISE(ABORT, 'stuck'); END`
        : `${head} FOR EACH ROW IF ${isTheirs} THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'stuck'; END IF`,
    );
  }
  try {
    return await work();
  } finally {
    for (const { name } of triggers) await db.raw(`DROP TRIGGER ${name}`);
  }
}
