import type { CompanySession } from "~/auth/session.server";
import { notFound } from "~/lib/errors";
import { isOnlyDriver } from "~/domain/access/actor";
import { isApprovedStatus } from "~/domain/route/route-status";
import { startRoute as decideStart } from "~/domain/route/route-transitions";
import { carryOut } from "./carry-out.server";
import type { ReportOptions, ReportResult } from "./carry-out.server";

export interface RouteReport extends ReportOptions {
  routeId: number;
}

/**
 * Starts a route: On route, its start visit done. A driver does not see a route before it is approved, so he cannot
 * start it either.
 * @throws AppError 404, 403, 'route.on_route', 'route.completed', 'route.no_visits'
 */
export function startRoute(session: CompanySession, input: RouteReport): Promise<ReportResult> {
  return carryOut(
    session,
    {
      name: "route.start",
      subject: input.routeId,
      action: "route.start",
      routeOf: () => Promise.resolve(input.routeId),
      decide: ({ route, visits }, pressedAt) => {
        if (isOnlyDriver(session.actor) && !isApprovedStatus(route.status)) throw notFound("Route");
        return decideStart(route, visits, pressedAt);
      },
    },
    input,
  );
}
