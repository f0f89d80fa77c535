/** Takes texts about records that were removed out of the audit log; who did what to which of them stays. */
import { parseJson } from "../codecs.server";
import type { ShortPieces } from "../short-pieces.server";
import type { UtcText } from "../tables";
import { columnsOf, TABLE_USES } from "./table-uses";

/** Of an entry's JSON: what changed in one record. */
interface LoggedChange {
  model: string;
  id: number;
  fields: Record<string, unknown>;
}

/** Tables whose rows are emptied after their removal. */
export type RemovedTable = "routing_visits" | "routing_routes" | "routing_plans";

/** What the log calls one of them. */
const MODELS: Readonly<Record<RemovedTable, string>> = {
  routing_plans: "Plan",
  routing_routes: "Route",
  routing_visits: "Visit",
};

interface RemovedRecords {
  companyId: number;
  table: RemovedTable;
  ids: ReadonlySet<number>;
  /** entries of before don't know these records */
  since: UtcText;
}

export async function forgetRecordsInLog(
  pieces: ShortPieces,
  { companyId, table, ids, since }: RemovedRecords,
): Promise<void> {
  const columns = new Set(emptiedColumns(table));
  const tells = ({ model, id, fields }: LoggedChange): boolean =>
    model === MODELS[table] && ids.has(id) && Object.keys(fields).some((field) => columns.has(field));
  let after = { created_at: since, id: 0 };
  await pieces.repeat(async (trx, size) => {
    const rows = (await trx("audit_log")
      .where({ company_id: companyId })
      .where("created_at", ">=", after.created_at)
      .where((later) => later.where("created_at", ">", after.created_at).orWhere("id", ">", after.id))
      .orderBy("created_at")
      .orderBy("id")
      .limit(size)
      .select("id", "created_at", "changes")) as { id: number; created_at: UtcText; changes: string | null }[];
    const about = rows.filter(({ changes }) => {
      const told = changes === null ? [] : parseJson<LoggedChange[]>(changes, []);
      return Array.isArray(told) && told.some(tells);
    });
    await trx("audit_log")
      .whereIn(
        "id",
        about.map(({ id }) => id),
      )
      .update({ changes: null });
    const last = rows.at(-1);
    if (last !== undefined) after = { created_at: last.created_at, id: last.id };
    return rows.length === size;
  });
}

/** Of places that somebody lives at, or was at. */
const PLACES: Readonly<Record<RemovedTable, readonly string[]>> = {
  routing_visits: ["lat", "lng", "reported_lat", "reported_lng", "reported_accuracy", "polyline"],
  routing_routes: ["start_location_lat", "start_location_lng", "end_location_lat", "end_location_lng"],
  routing_plans: ["start_location_lat", "start_location_lng", "end_location_lat", "end_location_lng"],
};

/** All columns of such a row that may tell of people: those that the table of uses says, and places. */
export const emptiedColumns = (table: RemovedTable): string[] => [
  ...columnsOf(TABLE_USES[table], "people", "recipients", "inner"),
  ...PLACES[table],
];
