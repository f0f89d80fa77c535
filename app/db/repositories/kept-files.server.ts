import { picturesOfTask } from "~/domain/route/task-pictures";
import type { Db } from "../client.server";
import { parseJson } from "../codecs.server";
import type { RoadTaskRow } from "../tables";
import type { Tables } from "knex/types/tables";

/** Every column that names a file of the storage. */
const COLUMNS = [
  ["routing_visit_attachments", "path"],
  ["routing_sheets", "file_path"],
  ["routing_sheets", "rows_path"],
  ["users", "image"],
  ["companies", "image"],
] as const satisfies readonly (readonly [keyof Tables, string])[];

/** As uploads of pictures are named. */
const PICTURE = /^companies\/(\d+)\/visits\//;

/** Which of these files belong to a row, whosoever's. */
export async function filesWithRowsAcrossCompanies(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (const [table, column] of COLUMNS) {
    const paths: string[] = await db(table)
      .whereIn(column, [...keys])
      .pluck(column);
    for (const path of paths) found.add(path);
  }
  for (const key of await picturesOfTasks(db, keys)) found.add(key);
  return found;
}

/** Those of pictures that stayed with a report that no longer fitted: its task names them. */
async function picturesOfTasks(db: Db, keys: readonly string[]): Promise<string[]> {
  const wanted = new Set(keys.filter((key) => PICTURE.test(key)));
  const companyIds = [...new Set([...wanted].map((key) => Number(PICTURE.exec(key)?.[1])))];
  if (companyIds.length === 0) return [];
  const tasks = (await db("road_tasks")
    .whereIn("company_id", companyIds)
    .where("details", "like", "%/visits/%")
    .select("company_id", "details")) as Pick<RoadTaskRow, "company_id" | "details">[];
  return tasks
    .flatMap(({ company_id, details }) => picturesOfTask(company_id, parseJson<unknown>(details, null)))
    .map(({ key }) => key)
    .filter((key) => wanted.has(key));
}
