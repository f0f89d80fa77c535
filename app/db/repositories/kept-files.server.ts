import type { Knex } from "knex";
import { picturesOfTask } from "~/domain/route/task-pictures";
import type { Db } from "../client.server";
import { parseJson } from "../codecs.server";
import type { RoadTaskRow } from "../tables";
import type { Tables } from "knex/types/tables";

/** Columns that name a file of the storage, and that no index finds it by. Tasks name theirs in their details. */
const COLUMNS = {
  routing_sheets: ["file_path", "rows_path"],
  users: ["image"],
  companies: ["image"],
} as const satisfies Partial<Record<keyof Tables, readonly string[]>>;

/** Rows of one statement: a longer answer would keep everybody waiting. */
const AT_ONCE = 1000;

/**
 * Files that rows of all companies name: of imports, people, companies and tasks. Their tables are read once for a
 * whole sweep, and not for every batch of files. What a row names only afterwards was stored just before, and a sweep
 * leaves new files alone.
 */
export async function namedFilesAcrossCompanies(db: Db): Promise<ReadonlySet<string>> {
  const named = new Set<string>();
  for (const [table, columns] of Object.entries(COLUMNS)) {
    const rows = () =>
      (db(table) as Knex.QueryBuilder)
        .where((any) => columns.forEach((column) => void any.orWhereNotNull(column)))
        .select("id", ...columns);
    for await (const page of pagesOf<Record<string, string | number | null>>(rows))
      for (const key of page.flatMap((row) => columns.map((column) => row[column])))
        if (typeof key === "string") named.add(key);
  }
  // Pictures that stayed with a report that no longer fitted.
  const tasks = () => db("road_tasks").where("details", "like", "%/visits/%").select("id", "company_id", "details");
  for await (const page of pagesOf<Pick<RoadTaskRow, "company_id" | "details">>(tasks))
    for (const { company_id, details } of page)
      for (const { key } of picturesOfTask(company_id, parseJson<unknown>(details, null))) named.add(key);
  return named;
}

async function* pagesOf<Row extends object>(rows: () => Knex.QueryBuilder): AsyncGenerator<Row[]> {
  for (let after = 0; ;) {
    const page = (await rows().where("id", ">", after).orderBy("id").limit(AT_ONCE)) as (Row & { id: number })[];
    yield page;
    if (page.length < AT_ONCE) return;
    after = page.at(-1)!.id;
  }
}

/** Which of these files belong to a row, whosoever's. @param named see `namedFilesAcrossCompanies` */
export async function filesWithRowsAcrossCompanies(
  db: Db,
  keys: readonly string[],
  named: ReadonlySet<string>,
): Promise<Set<string>> {
  const proofs: string[] = await db("routing_visit_attachments")
    .whereIn("path", [...keys])
    .pluck("path");
  return new Set([...proofs, ...keys.filter((key) => named.has(key))]);
}
