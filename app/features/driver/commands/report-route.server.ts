import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { getRoute } from "~/db/repositories/routes.server";
import { finishRoute as decideFinish, startRoute as decideStart } from "~/domain/route/route-transitions";
import { visitsOfRoutes } from "~/planner/load-visits.server";
import { authorizeOnRoute, drivenRoute } from "./authorize-on-route.server";
import { applyReport } from "./report.server";
import type { Report, ReportOptions, ReportResult } from "./report.server";

interface RouteReport extends ReportOptions {
  routeId: number;
}

/**
 * Starts a route: On route, its start visit done.
 * @throws AppError 404, 403, 'route.on_route', 'route.completed', 'route.no_visits'
 */
export const startRoute = (session: CompanySession, input: RouteReport): Promise<ReportResult> =>
  reportRoute(session, "route.start", input, ({ route, visits }, pressedAt) => decideStart(route, visits, pressedAt));

/**
 * Finishes a route: Completed, its end done.
 * @throws AppError 404, 403, 'route.unserved_visits', 'route.not_started', 'route.completed'
 */
export const finishRoute = (session: CompanySession, input: RouteReport): Promise<ReportResult> =>
  reportRoute(session, "route.finish", input, ({ route, visits }, pressedAt) => decideFinish(route, visits, pressedAt));

const reportRoute = (
  session: CompanySession,
  kind: "route.start" | "route.finish",
  input: RouteReport,
  decide: Report["decide"],
): Promise<ReportResult> =>
  applyReport(
    session,
    {
      kind,
      subjectId: input.routeId,
      subject: { routeIds: [input.routeId] },
      action: kind,
      planId: async () => {
        const route = await getRoute(db(), session.company.id, input.routeId);
        authorizeOnRoute(session, kind, drivenRoute(route), "Route");
        return route.plan_id;
      },
      routeId: () => input.routeId,
      load: visitsOfRoutes(session.company.id, [input.routeId]),
      decide,
    },
    input,
  );
