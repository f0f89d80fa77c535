import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { routeFromRow, visitFromRow } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { getRoute } from "~/db/repositories/routes.server";
import { listVisitsOfRoute } from "~/db/repositories/plan-visits.server";
import type { LightMapData } from "~/domain/light-map";
import { routeToSee } from "~/planner/seen-route.server";
import { services } from "~/services/container.server";
import { routeMap } from "../route-map";

/**
 * What the map of a route's page shows, which the page asks for when it is opened. Tiles come from this platform alone,
 * whatever the driver prefers on the planning pages: a phone doesn't tell third parties where it is.
 * @throws AppError 404 (another driver's or company's), 403
 */
export async function loadDriverMap(session: CompanySession, routeId: number): Promise<LightMapData> {
  const companyId = session.company.id;
  const row = await getRoute(db(), companyId, routeId);
  authorize(session, "route.view", { companyId, route: await routeToSee(db(), session, row) });
  const route = routeFromRow(row);
  const visits = (await listVisitsOfRoute(db(), companyId, routeId)).map(visitFromRow);
  return {
    ...routeMap(route, visits),
    base: services().baseMaps.current("openstreetmap"),
    vehicle: null,
    units: session.units,
  };
}
