import type { CompanySession } from "~/auth/session.server";
import { setVisitOnRoute as decideOnRoute } from "~/domain/visit/visit-transitions";
import { forgetFarReports } from "./far-report.server";
import type { ReportResult } from "./report.server";
import { reportVisit } from "./report-visit.server";
import type { VisitReport } from "./report-visit.server";

/**
 * Takes a report back: completion data cleared, the visit On Route, new times for the rest of the route.
 * @throws AppError 404, 403, 'visit.no_route', 'visit.not_past'
 */
export function setVisitOnRoute(session: CompanySession, input: VisitReport): Promise<ReportResult> {
  return reportVisit(session, "visit.on_route", input, (visit, { route }, now) => decideOnRoute(visit, route, now), {
    alongside: (trx, now) => forgetFarReports(trx, session, input.visitId, now),
  });
}
