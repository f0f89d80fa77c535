import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { listOpenRoadTasks } from "~/db/repositories/road-tasks.server";
import { reportWords } from "~/domain/route/report-task";
import { whenWords } from "~/domain/time/day-words";
import { RoadTaskKind } from "~/domain/tracking/road-task";
import { epochSec } from "~/domain/time/utc-text";
import { fromStopWords } from "~/domain/visit/reported-place";
import { zoneOfUser } from "~/planner/zone-of-warehouse.server";
import { nowSecOf } from "~/services/now.server";

const MOST_SHOWN = 100;

/** A visit that was reported far from its stop, as the list of what needs attention shows it. */
export interface FarTaskItem {
  id: number;
  /** 'Drew Driver reported Bakery Frick as done' */
  title: string;
  /** when, by the company's clock, and in seconds since 1970 */
  when: string;
  madeSec: number;
  /** '340 m from the stop (±20 m)' */
  where: string;
  planId: number | null;
  routeId: number | null;
  visitId: number | null;
}

/** Newest first. */
export async function loadFarTasks(session: CompanySession): Promise<FarTaskItem[]> {
  const companyId = session.company.id;
  authorize(session, "task.settle", { companyId });
  const tasks = await listOpenRoadTasks(db(), companyId, { limit: MOST_SHOWN, kind: RoadTaskKind.Far });
  if (tasks.length === 0) return [];
  const [now, zone] = [nowSecOf(session), await zoneOfUser(session)];
  return tasks.map(({ id, details, plan_id, route_id, visit_id }) => ({
    id,
    title: reportWords(details),
    when: whenWords(epochSec(details.reportedAt), now, zone),
    madeSec: epochSec(details.reportedAt),
    where: fromStopWords(details.meters, details.accuracyM, session.units),
    planId: plan_id,
    routeId: route_id,
    visitId: visit_id,
  }));
}
