import type { CompanySession } from "~/auth/session.server";
import { startRoute as decideStart } from "~/domain/route/route-transitions";
import { executeReport } from "./execute-report.server";
import type { ReportOptions, ReportResult } from "./execute-report.server";

export interface RouteReport extends ReportOptions {
  routeId: number;
}

/**
 * Starts a route: On route, its start visit done.
 * @throws AppError 404, 403, 'route.on_route', 'route.completed', 'route.no_visits'
 */
export function startRoute(session: CompanySession, input: RouteReport): Promise<ReportResult> {
  return executeReport(
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
