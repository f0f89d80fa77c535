import type { CompanySession } from "~/auth/session.server";
import { getVisit } from "~/db/repositories/visits.server";
import type { PlanningChanges } from "~/domain/changes";
import type { Decision } from "~/domain/decision";
import type { UtcText } from "~/domain/time/utc-text";
import type { Visit } from "~/domain/visit/visit";
import { AppError, notFound } from "~/lib/errors";
import type { RouteState } from "../route-state.server";
import { executeReport } from "./execute-report.server";
import type { ReportOptions, ReportResult, ReportCommand } from "./execute-report.server";

export interface VisitReport extends ReportOptions {
  visitId: number;
}

/** What done, failed and on route again share: the visit is looked up, and its route decides who may report it. */
export function reportVisit(
  session: CompanySession,
  name: string,
  input: VisitReport,
  decide: (visit: Visit, state: RouteState, pressedAt: UtcText) => Decision<PlanningChanges>,
  alongside?: ReportCommand["alongside"],
): Promise<ReportResult> {
  return executeReport(
    session,
    {
      name,
      subject: input.visitId,
      action: "visit.report",
      async routeOf(database) {
        const { route_id } = await getVisit(database, session.company.id, input.visitId);
        if (route_id === null) throw new AppError("visit.no_route", "The visit is not on a route.", { status: 409 });
        return route_id;
      },
      decide(state, pressedAt) {
        const visit = state.visits.find((one) => one.id === input.visitId);
        if (!visit) throw notFound("Visit");
        return decide(visit, state, pressedAt);
      },
      alongside,
    },
    input,
  );
}
