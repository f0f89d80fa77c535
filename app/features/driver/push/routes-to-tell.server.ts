import { createHash } from "node:crypto";
import { routeFromRow, visitFromRow } from "~/db/codecs.server";
import type { Db } from "~/db/client.server";
import { listRoutesOfDriver } from "~/db/repositories/routes.server";
import type { DriverRoute } from "~/db/repositories/routes.server";
import { listVisitsOfRoute } from "~/db/repositories/plan-visits.server";
import { toldRoute } from "~/domain/route/route-news";
import type { ToldRoute } from "~/domain/route/route-news";
import { RouteStatus } from "~/domain/route/route-status";
import type { DateText } from "~/db/tables";

/** 48 bits: that a change is missed by chance is out of the question. */
const mark = (content: string): string => createHash("sha256").update(content).digest("base64url").slice(0, 8);

/** The routes on a driver's list as their phone is told of them, by id. @param from the first day of the list */
export async function routesToTell(
  db: Db,
  companyId: number,
  memberId: number,
  from: DateText,
): Promise<Map<number, ToldRoute>> {
  const { Scheduled, OnRoute, Completed } = RouteStatus;
  const upcoming = { from, statuses: [Scheduled, OnRoute, Completed] };
  const rows: DriverRoute[] = [
    ...(await listRoutesOfDriver(db, companyId, memberId, { statuses: [OnRoute] })),
    ...(await listRoutesOfDriver(db, companyId, memberId, upcoming)),
  ];
  const routes = new Map<number, ToldRoute>();
  for (const row of rows) {
    if (routes.has(row.id)) continue;
    const visits = (await listVisitsOfRoute(db, companyId, row.id)).map(visitFromRow);
    const plan = { title: row.plan_title, serviceDate: row.service_date };
    routes.set(row.id, toldRoute({ status: routeFromRow(row).status, plan, visits, mark }));
  }
  return routes;
}
