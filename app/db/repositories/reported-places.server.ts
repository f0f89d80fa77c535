/** Where drivers were when they reported a stop: kept for as long as positions are. */
import { DAY_SEC } from "~/domain/time/calendar";
import { addSeconds } from "~/domain/time/utc-text";
import type { UtcText } from "~/domain/time/utc-text";
import { RoadTaskKind } from "~/domain/tracking/road-task";
import { grouped } from "~/lib/grouped";
import type { Db } from "../client.server";
import { blankInPlanChanges } from "../rights/blank-plan-changes.server";
import type { ShortPieces } from "../short-pieces.server";
import type { RoutingVisitRow } from "../tables";

const LEAST_LAT = -90;

/** What a change has in its JSON that tells where a visit was reported, and not only that it wasn't. */
const PLACE_MARKS = [..."-0123456789"].map((first) => `"reportedLat":${first}`);

/** Visits of one look: what is found outlasts the writes of many short transactions. */
const AT_ONCE = 2000;

/** Empties where visits were reported, and removes what was settled about it, as positions. */
export async function forgetReportedPlacesAcrossCompanies(db: Db, pieces: ShortPieces, now: UtcText): Promise<void> {
  const choices = await db("companies").distinct("positions_kept_days");
  for (const { positions_kept_days: days } of choices) {
    const before = addSeconds(now, -days * DAY_SEC);
    for (let isLeft = true; isLeft;) {
      const due = await pieces.look((from) => reportedBefore(from, days, before));
      for (const [companyId, visits] of grouped(due, ({ company_id }) => company_id))
        await blankPlaces(db, companyId, visits);
      // After the changes: a chore that is broken off finds these visits again.
      await pieces.write(due, (trx, piece) => emptyPlaces(trx, piece));
      isLeft = due.length === AT_ONCE;
    }
    await pieces.repeat(async (trx, size) => {
      const ids = (await trx("road_tasks")
        .join("companies", "companies.id", "road_tasks.company_id")
        .where("companies.positions_kept_days", days)
        .where("road_tasks.kind", RoadTaskKind.Far)
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

/**
 * The index on places and times tells all that is asked but for the company, so it has to lead: SQLite takes no index
 * for "is not null", and begins a join of two tables with the smaller one.
 */
const reportedBefore = async (db: Db, days: number, before: UtcText): Promise<ReportedVisit[]> =>
  (await db("routing_visits")
    .joinRaw("cross join companies")
    .whereRaw("companies.id = routing_visits.company_id")
    .where("companies.positions_kept_days", days)
    .where("routing_visits.reported_lat", ">=", LEAST_LAT)
    .where("routing_visits.completed_at", "<", before)
    .limit(AT_ONCE)
    .select("routing_visits.id", "routing_visits.company_id", "routing_visits.plan_id")) as ReportedVisit[];

/** Outside of a transaction: the changes of a calculation have megabytes. */
const blankPlaces = (db: Db, companyId: number, visits: readonly ReportedVisit[]): Promise<number[]> =>
  blankInPlanChanges(db, companyId, {
    planIds: [...new Set(visits.flatMap(({ plan_id }) => plan_id ?? []))],
    visitIds: new Set(visits.map(({ id }) => id)),
    fields: ["reportedLat", "reportedLng", "reportedAccuracy"],
    marks: PLACE_MARKS,
  });

const emptyPlaces = (trx: Db, visits: readonly ReportedVisit[]): Promise<number> =>
  trx("routing_visits")
    .whereIn(
      "id",
      visits.map(({ id }) => id),
    )
    .update({ reported_lat: null, reported_lng: null, reported_accuracy: null });
