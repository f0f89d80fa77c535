/** Where drivers were when they reported a stop: kept for as long as positions are. */
import { addSeconds } from "~/domain/time/utc-text";
import type { UtcText } from "~/domain/time/utc-text";
import { grouped } from "~/lib/grouped";
import type { Db } from "../client.server";
import { blankInPlanChanges } from "../rights/blank-plan-changes.server";
import type { ShortPieces } from "../short-pieces.server";
import type { RoutingVisitRow } from "../tables";

const DAY_SEC = 24 * 3600;

/** What a change has in its JSON that tells where a visit was reported, and not only that it wasn't. */
const PLACE_MARKS = [..."-0123456789"].map((first) => `"reportedLat":${first}`);

/** Empties where visits were reported, and removes what was settled about it, as positions. */
export async function forgetReportedPlacesAcrossCompanies(db: Db, pieces: ShortPieces, now: UtcText): Promise<void> {
  const choices = await db("companies").distinct("positions_kept_days");
  for (const { positions_kept_days: days } of choices) {
    const before = addSeconds(now, -days * DAY_SEC);
    await pieces.repeat(async (trx, size) => {
      const rows = (await trx("routing_visits")
        .join("companies", "companies.id", "routing_visits.company_id")
        .where("companies.positions_kept_days", days)
        .whereNotNull("routing_visits.reported_lat")
        .where("routing_visits.completed_at", "<", before)
        .limit(size)
        .select("routing_visits.id", "routing_visits.company_id", "routing_visits.plan_id")) as ReportedVisit[];
      for (const [companyId, visits] of grouped(rows, ({ company_id }) => company_id))
        await forgetPlaces(trx, companyId, visits);
      return rows.length === size;
    });
    await pieces.repeat(async (trx, size) => {
      const ids = (await trx("road_tasks")
        .join("companies", "companies.id", "road_tasks.company_id")
        .where("companies.positions_kept_days", days)
        .where("road_tasks.kind", "far")
        .whereNotNull("road_tasks.settled_at")
        .where("road_tasks.created_at", "<", before)
        .limit(size)
        .pluck("road_tasks.id")) as number[];
      await trx("road_tasks").whereIn("id", ids).delete();
      return ids.length === size;
    });
  }
}

type ReportedVisit = Pick<RoutingVisitRow, "id" | "company_id" | "plan_id">;

async function forgetPlaces(trx: Db, companyId: number, visits: readonly ReportedVisit[]): Promise<void> {
  const ids = visits.map(({ id }) => id);
  await blankInPlanChanges(trx, companyId, {
    planIds: [...new Set(visits.flatMap(({ plan_id }) => plan_id ?? []))],
    visitIds: new Set(ids),
    fields: ["reportedLat", "reportedLng", "reportedAccuracy"],
    marks: PLACE_MARKS,
  });
  await trx("routing_visits")
    .where({ company_id: companyId })
    .whereIn("id", ids)
    .update({ reported_lat: null, reported_lng: null, reported_accuracy: null });
}
