import type { CompanySession } from "~/auth/session.server";
import { startRoute as decideStart } from "~/domain/route/route-transitions";
import { carryOut } from "./carry-out.server";
import type { ReportOptions, ReportResult } from "./carry-out.server";

export interface RouteReport extends ReportOptions {
  routeId: number;
}

/**
 * Starts a route: On route, its start visit done.
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
      decide: ({ route, visits }, pressedAt) => decideStart(route, visits, pressedAt),
    },
    input,
  );
}
