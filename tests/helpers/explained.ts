import { isSqlite } from "~/db/dialect.server";
import type { Db } from "~/db/client.server";

export interface Asked {
  sql: string;
  bindings: readonly unknown[];
}

/** What a function asks of the database about a table. */
export async function asked(db: Db, table: string, run: (db: Db) => Promise<unknown>): Promise<Asked[]> {
  const seen: Asked[] = [];
  const note = (query: { sql: string; bindings?: readonly unknown[] }) => {
    if (query.sql.includes(table)) seen.push({ sql: query.sql, bindings: query.bindings ?? [] });
  };
  db.on("query", note);
  try {
    await run(db);
  } finally {
    db.off("query", note);
  }
  return seen;
}

export interface Explained {
  /** without the table's name: 'plan_counts_index' */
  index: string;
  coveredByIndex: boolean;
  scansAll: boolean;
  /** rows are sorted before they are answered */
  sorts: boolean;
}

/** How the database goes about it: the index of the table that it reads, and whether the index alone answers. */
export async function planOf(db: Db, table: string, { sql, bindings }: Asked, alias = table): Promise<Explained> {
  const nameOf = (index: string | null | undefined) => (index ?? "none").replace(`${table}_`, "");
  if (isSqlite(db)) {
    const steps = (await db.raw(`EXPLAIN QUERY PLAN ${sql}`, bindings as never[])) as { detail: string }[];
    const text = steps
      .map((step) => step.detail)
      .filter((detail) => new RegExp(`\\b${alias}\\b`).test(detail))
      .join("; ");
    return {
      index: nameOf(/INDEX (\S+)/.exec(text)?.[1]),
      coveredByIndex: text.includes("USING COVERING INDEX"),
      scansAll: text.includes("SCAN"),
      sorts: steps.some(({ detail }) => detail.includes("TEMP B-TREE FOR ORDER BY")),
    };
  }
  const [rows] = (await db.raw(`EXPLAIN ${sql}`, bindings as never[])) as [
    { table: string; type: string; key: string | null; Extra: string }[],
  ];
  const row = rows.find((one) => one.table === alias)!;
  return {
    index: nameOf(row.key),
    coveredByIndex: /Using index(?! condition)/.test(row.Extra),
    scansAll: row.type === "ALL" || row.type === "index",
    sorts: rows.some(({ Extra }) => Extra.includes("filesort")),
  };
}
