import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { listRoutesByStatus } from "~/db/repositories/routes.server";
import { RouteStatus } from "~/domain/route/route-status";
import { DAY_SEC } from "~/domain/time/calendar";
import { utcText } from "~/domain/time/utc-text";
import { encodePolyline } from "~/lib/polyline";
import { nowSec } from "~/services/now.server";
import type { TrailLine } from "../live/use-positions";
import { MOST_ROUTES } from "./tracking-page.server";
import { loadWays } from "./ways.server";

/** A route is one day's; what is older was somebody's mistake. */
const SINCE_SEC = DAY_SEC;
/** Of all vehicles: about 200 kB before they are compressed. */
const MOST_POINTS = 30_000;

/** The ways that the vehicles on the road took so far. */
export async function loadTrails(session: CompanySession): Promise<{ trails: TrailLine[] }> {
  const companyId = session.company.id;
  authorize(session, "route.list", { companyId });
  const routes = await listRoutesByStatus(db(), companyId, [RouteStatus.OnRoute], { limit: MOST_ROUTES });
  const now = nowSec();
  const points = await loadWays(
    companyId,
    routes.map(({ id }) => id),
    { from: utcText(now - SINCE_SEC), to: utcText(now), most: MOST_POINTS },
  );
  const byRoute = new Map<number, [lng: number, lat: number][]>();
  for (const { routeId, lng, lat } of points) {
    const path = byRoute.get(routeId);
    if (path === undefined) byRoute.set(routeId, [[lng, lat]]);
    else path.push([lng, lat]);
  }
  return { trails: [...byRoute].map(([id, path]) => ({ id, line: encodePolyline(path) })) };
}
