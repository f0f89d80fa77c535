import { randomUUID } from "node:crypto";
import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { isOnlyDriver } from "~/domain/access/actor";
import { isApprovedStatus } from "~/domain/route/route-status";
import { utcText } from "~/domain/time/utc-text";
import { notFound } from "~/lib/errors";
import { services } from "~/services/container.server";
import { loadRouteState } from "../route-state.server";
import { driverRouteView } from "../route-view";
import type { DriverRouteView } from "../route-view";

/**
 * One route for whoever drives it; dispatchers may look at it too. A driver sees it once it is approved.
 * @throws AppError 404 (another driver's or company's), 403
 */
export async function loadDriverRoute(session: CompanySession, routeId: number): Promise<DriverRouteView> {
  const companyId = session.company.id;
  const state = await loadRouteState(db(), companyId, routeId);
  authorize(session, "route.view", { companyId, driverId: state.route.driverId });
  if (isOnlyDriver(session.actor) && !isApprovedStatus(state.route.status)) throw notFound("Route");
  // One random id for the page, counted up for its forms: over the wire that is a fifth of an id for each.
  const page = randomUUID();
  let forms = 0;
  return driverRouteView(state, utcText(services().clock.nowMs() / 1000), () => `${page}.${(forms += 1)}`);
}
