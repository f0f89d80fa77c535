import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { getRoute } from "~/db/repositories/routes.server";
import type { PlanningChanges } from "~/domain/changes";
import type { Decision } from "~/domain/decision";
import { unlessReportedSince } from "~/domain/route/late-report";
import type { UtcText } from "~/domain/time/utc-text";
import type { ReportedPlace } from "~/domain/visit/reported-place";
import type { Visit } from "~/domain/visit/visit";
import { AppError, notFound } from "~/lib/errors";
import { visitsWithTheirRoutes } from "~/planner/load-visits.server";
import { visitFor } from "./attachments.server";
import { noteFarReport } from "./far-report.server";
import { applyReport } from "./report.server";
import type { Report, ReportOptions, ReportResult, ReportState } from "./report.server";

export interface VisitReport extends ReportOptions {
  visitId: number;
  /** where the phone was */
  place?: ReportedPlace | null | undefined;
}

/** What done, failed and on route again share: the visit's route decides who may report it. */
export function reportVisit(
  session: CompanySession,
  kind: string,
  input: VisitReport,
  decide: (visit: Visit, state: ReportState, pressedAt: UtcText) => Decision<PlanningChanges>,
  more: Pick<Report, "check" | "alongside"> = {},
): Promise<ReportResult> {
  const { visitId } = input;
  const companyId = session.company.id;
  const visitIn = (visits: readonly Visit[]): Visit => {
    const visit = visits.find((one) => one.id === visitId);
    if (!visit) throw notFound("Visit");
    return visit;
  };
  return applyReport(
    session,
    {
      kind,
      subjectId: visitId,
      subject: { visitIds: [visitId] },
      action: "visit.report",
      planId: async () => {
        const routeId = onRoute((await visitFor(db(), session, visitId, "visit.report")).route_id);
        return (await getRoute(db(), companyId, routeId)).plan_id;
      },
      // Somebody may have moved it to another route since.
      routeId: ({ visits }) => onRoute(visitIn(visits).routeId),
      load: async (trx) => ({ visits: await visitsWithTheirRoutes(trx, companyId, [visitId]) }),
      decide: (state, pressedAt) => {
        const visit = visitIn(state.visits);
        const decision = decide(visit, state, pressedAt);
        return input.isDecided ? decision : unlessReportedSince(visit, pressedAt, decision);
      },
      ...more,
      alongside: async (trx, now, done) => {
        await more.alongside?.(trx, now, done);
        const set = done.changes.visits.find(({ id }) => id === visitId)?.set;
        if (set) await noteFarReport(trx, session, { action: kind, visit: visitIn(done.visits), set }, now);
      },
    },
    input,
  );
}

/** @throws AppError 409 'visit.no_route' */
function onRoute(routeId: number | null): number {
  if (routeId === null) throw new AppError("visit.no_route", "The visit is not on a route.", { status: 409 });
  return routeId;
}
