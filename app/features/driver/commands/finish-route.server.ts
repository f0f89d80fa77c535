import type { CompanySession } from "~/auth/session.server";
import { finishRoute as decideFinish } from "~/domain/route/route-transitions";
import { executeReport } from "./execute-report.server";
import type { ReportResult } from "./execute-report.server";
import type { RouteReport } from "./start-route.server";

/**
 * Finishes a route: Completed, its end done.
 * @throws AppError 404, 403, 'route.unserved_visits', 'route.not_started', 'route.completed'
 */
export function finishRoute(session: CompanySession, input: RouteReport): Promise<ReportResult> {
  return executeReport(
    session,
    {
      name: "route.finish",
      subject: input.routeId,
      action: "route.finish",
      routeOf: () => Promise.resolve(input.routeId),
      decide: ({ route, visits }, pressedAt) => decideFinish(route, visits, pressedAt),
    },
    input,
  );
}
