/** What was predicted about visits, and when they were served. */
import type { NewPrediction, PredictedBegins, PredictionChange } from "~/domain/route/note-predictions";
import { epochSec } from "~/domain/time/utc-text";
import type { Widths } from "~/domain/visit/eta-window";
import { inBatches } from "~/lib/in-batches";
import type { Db } from "../client.server";
import { insertMany, updateMany } from "../dialect.server";
import { parseJson, toJson } from "../codecs.server";
import type { ShortPieces } from "../short-pieces.server";
import type { EtaWidthsRow, UtcText, VisitPredictionRow } from "../tables";
import { recountRoutes } from "./figures.server";
import { assertReferences, scoped, scopedAlso } from "./scoped.server";

export interface VisitPrediction {
  id: number;
  routeId: number;
  visitId: number;
  begins: PredictedBegins;
  beganAt: UtcText | null;
  beganBy: VisitPredictionRow["began_by"];
  promisedFrom: UtcText;
  promisedTo: UtcText;
}

const predictionOf = (row: VisitPredictionRow): VisitPrediction => ({
  id: row.id,
  routeId: row.route_id,
  visitId: row.visit_id,
  begins: parseJson<PredictedBegins>(row.begins, {}),
  beganAt: row.began_at,
  beganBy: row.began_by,
  promisedFrom: row.promised_from,
  promisedTo: row.promised_to,
});

/** Routes that one statement reads: SQLite reads in this thread. */
const ROUTES_AT_ONCE = 10;

export async function predictionsOfRoutes(
  db: Db,
  companyId: number,
  routeIds: readonly number[],
): Promise<VisitPrediction[]> {
  const found: VisitPrediction[] = [];
  for (const batch of inBatches([...new Set(routeIds)], ROUTES_AT_ONCE)) {
    const query = scopedAlso(db, "visit_predictions", companyId).whereIn("route_id", batch).orderBy("id");
    found.push(...((await query) as VisitPredictionRow[]).map(predictionOf));
  }
  return found;
}

/**
 * Until when recipients of these routes were told to expect the vehicle, in epoch seconds by visit: of visits that
 * nobody has served yet, and whose recipients were really sent a message about the route.
 */
export async function promisesOf(db: Db, companyId: number, routeIds: readonly number[]): Promise<Map<number, number>> {
  const found = new Map<number, number>();
  for (const batch of inBatches([...new Set(routeIds)], 100))
    for (const row of (await scopedAlso(db, "visit_predictions", companyId)
      .whereIn("route_id", batch)
      .whereNull("began_by")
      .whereExists(
        scopedAlso(db, "recipient_messages", companyId)
          .where("recipient_messages.visit_id", db.ref("visit_predictions.visit_id"))
          .where("recipient_messages.route_id", db.ref("visit_predictions.route_id"))
          .whereNotNull("sent_at"),
      )
      .select("visit_id", "promised_to")) as Pick<VisitPredictionRow, "visit_id" | "promised_to">[])
      found.set(row.visit_id, epochSec(row.promised_to));
  return found;
}

/** New ones; what was predicted of the same visits for another route, or for another day, is replaced. */
export async function insertPredictions(
  trx: Db,
  companyId: number,
  predictions: readonly NewPrediction[],
  now: UtcText,
): Promise<void> {
  if (predictions.length === 0) return;
  await assertReferences(
    trx,
    companyId,
    predictions.map(({ routeId, visitId }) => ({ route_id: routeId, visit_id: visitId })),
  );
  for (const batch of inBatches(predictions, 500))
    await scopedAlso(trx, "visit_predictions", companyId)
      .whereIn(
        "visit_id",
        batch.map(({ visitId }) => visitId),
      )
      .delete();
  await insertMany(
    trx,
    "visit_predictions",
    predictions.map((one) => ({
      company_id: companyId,
      route_id: one.routeId,
      visit_id: one.visitId,
      begins: toJson(one.begins),
      promised_from: one.promisedFrom,
      promised_to: one.promisedTo,
      promised_width: epochSec(one.promisedTo) - epochSec(one.promisedFrom),
      created_at: now,
      updated_at: now,
    })),
  );
  await recountRoutes(
    trx,
    companyId,
    predictions.map(({ routeId }) => routeId),
  );
}

export async function updatePredictions(
  trx: Db,
  companyId: number,
  changes: readonly PredictionChange[],
  now: UtcText,
): Promise<void> {
  await updateMany(
    trx,
    "visit_predictions",
    changes.map(({ id, begins, beganAt, beganBy }) => ({
      id,
      ...(begins === undefined ? {} : { begins: toJson(begins) }),
      ...(beganBy === undefined ? {} : { began_at: beganAt ?? null, began_by: beganBy }),
    })),
    { updated_at: now },
    { company_id: companyId },
  );
  const begun = changes.flatMap(({ id, beganBy }) => (beganBy === undefined ? [] : [id]));
  for (const batch of inBatches(begun, 500)) {
    const query = scopedAlso(trx, "visit_predictions", companyId).whereIn("id", batch).distinct("route_id");
    await recountRoutes(trx, companyId, (await query.pluck("route_id")) as number[]);
  }
}

/** What the recipient of a visit that is still to be served is told from now on. */
export const promiseAnew = async (
  trx: Db,
  companyId: number,
  visitId: number,
  { from, to }: { from: UtcText; to: UtcText },
  now: UtcText,
): Promise<void> =>
  void (await scoped(trx, "visit_predictions", companyId)
    .where({ visit_id: visitId })
    .whereNull("began_by")
    .update({
      promised_from: from,
      promised_to: to,
      promised_width: epochSec(to) - epochSec(from),
      updated_at: now,
    }));

/** Of visits that nobody serves on these routes any more. */
export const removeOpenPredictions = async (db: Db, companyId: number, ids: readonly number[]): Promise<number> =>
  scopedAlso(db, "visit_predictions", companyId)
    .whereNull("began_by")
    .whereIn("id", [...ids])
    .delete();

/** Finished visits since an instant whose begin is known, newest first. */
export async function finishedPredictions(
  db: Db,
  companyId: number,
  { since, limit }: { since: UtcText; limit: number },
): Promise<VisitPrediction[]> {
  const rows = (await scoped(db, "visit_predictions", companyId)
    .where("began_at", ">=", since)
    .orderBy("began_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)) as VisitPredictionRow[];
  return rows.map(predictionOf);
}

/** How the windows of finished visits were kept. */
export interface KeptWindows {
  /** whose begin is known */
  visits: number;
  /** began before its window, and after it */
  early: number;
  late: number;
  /** seconds, on average; 0 without visits */
  widthSec: number;
}

/** Of visits that have begun since an instant, as far as it is known. */
export async function keptWindows(db: Db, companyId: number, since: UtcText): Promise<KeptWindows> {
  const row = (await scoped(db, "visit_predictions", companyId)
    .where("began_at", ">=", since)
    .select(
      db.raw("COUNT(*) AS visits"),
      db.raw("SUM(CASE WHEN began_at < promised_from THEN 1 ELSE 0 END) AS early"),
      db.raw("SUM(CASE WHEN began_at > promised_to THEN 1 ELSE 0 END) AS late"),
      db.raw("AVG(promised_width) AS width"),
    )
    .first()) as Record<"visits" | "early" | "late" | "width", number | string | null>;
  return {
    visits: Number(row.visits),
    early: Number(row.early ?? 0),
    late: Number(row.late ?? 0),
    widthSec: Math.round(Number(row.width ?? 0)),
  };
}

/** How many visits have begun since an instant, as far as it is known. */
export async function countFinished(db: Db, companyId: number, since: UtcText): Promise<number> {
  const row = (await scoped(db, "visit_predictions", companyId)
    .where("began_at", ">=", since)
    .count({ n: "*" })
    .first()) as { n: number | string };
  return Number(row.n);
}

/** Of those that were reported since an instant: how many reports do not tell when the service began. */
export async function countUntold(db: Db, companyId: number, since: UtcText): Promise<number> {
  const row = (await scoped(db, "visit_predictions", companyId)
    .where({ began_by: "none" })
    .where("updated_at", ">=", since)
    .count({ n: "*" })
    .first()) as { n: number | string };
  return Number(row.n);
}

/** Companies with visits that have begun since an instant. */
export const companiesWithFinishedAcrossCompanies = async (db: Db, since: UtcText): Promise<number[]> =>
  (await db("visit_predictions")
    .where("began_at", ">=", since)
    .distinct("company_id")
    .orderBy("company_id")
    .pluck("company_id")) as number[];

/** What is older than an instant is of no use to anybody. */
export const removeOldPredictionsAcrossCompanies = (_db: Db, pieces: ShortPieces, before: UtcText): Promise<void> =>
  pieces.repeat(async (trx, size) => {
    const ids: number[] = await trx("visit_predictions").where("created_at", "<", before).limit(size).pluck("id");
    if (ids.length > 0) await trx("visit_predictions").whereIn("id", ids).delete();
    return ids.length === size;
  });

export interface LearntWidths {
  widths: Widths;
  visits: number;
  madeAt: UtcText;
}

/** What was learnt from the company's visits; null: the default counts. */
export async function findWidths(db: Db, companyId: number): Promise<LearntWidths | null> {
  const row = (await scoped(db, "eta_widths", companyId).first()) as EtaWidthsRow | undefined;
  const widths = parseJson<Widths | null>(row?.widths, null);
  return row === undefined || widths === null ? null : { widths, visits: row.visits, madeAt: row.made_at };
}

export const keepWidths = async (
  db: Db,
  companyId: number,
  { widths, visits }: { widths: Widths; visits: number },
  now: UtcText,
): Promise<void> =>
  void (await db("eta_widths")
    .insert({ company_id: companyId, widths: toJson(widths)!, visits, made_at: now })
    .onConflict("company_id")
    .merge(["widths", "visits", "made_at"]));

/** The company has too few visits to learn from. */
export const forgetWidths = async (db: Db, companyId: number): Promise<number> =>
  scoped(db, "eta_widths", companyId).delete();
