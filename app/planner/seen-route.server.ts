import type { CompanySession } from "~/auth/session.server";
import type { Db } from "~/db/client.server";
import type { RoutingRouteRow } from "~/db/tables";
import { seenRoute } from "~/domain/access/permissions";
import type { DrivenRoute } from "~/domain/access/permissions";
import { nowSecOf } from "~/services/now.server";
import { dayOfLink } from "./tracking-links.server";

/** A route as rights to look at it ask for it. */
export async function routeToSee(db: Db, session: CompanySession, row: RoutingRouteRow): Promise<DrivenRoute> {
  const { day } = await dayOfLink(db, row);
  return seenRoute({ driverId: row.driver_id, status: row.status }, day, nowSecOf(session));
}
