import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import type { RoutingRouteRow } from "~/db/tables";
import type { Action, DrivenRoute } from "~/domain/access/permissions";
import { AppError, notFound } from "~/lib/errors";

/** For what drivers do on their routes; who looks at one asks `routeToSee`. */
export const drivenRoute = (route: RoutingRouteRow | undefined): DrivenRoute | null =>
  route === undefined ? null : { driverId: route.driver_id, status: route.status };

/**
 * What is on somebody else's route is answered as what is not there: nobody learns by asking which ids exist.
 * @param entity 'Visit'
 * @throws AppError 403, 404
 */
export function authorizeOnRoute(
  session: CompanySession,
  action: Action,
  route: DrivenRoute | null,
  entity: string,
): void {
  try {
    authorize(session, action, { companyId: session.company.id, route });
  } catch (error) {
    throw error instanceof AppError && error.code === "not_found" ? notFound(entity) : error;
  }
}
