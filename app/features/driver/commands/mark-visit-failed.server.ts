import type { CompanySession } from "~/auth/session.server";
import { enabledFailReasons } from "~/domain/visit/fail-reasons";
import { markVisitFailed as decideFailed } from "~/domain/visit/visit-transitions";
import type { ReportResult } from "./report.server";
import { reportVisit } from "./report-visit.server";
import type { VisitReport } from "./report-visit.server";

interface FailedInput extends VisitReport {
  failReasonId?: number | null | undefined;
  failNote?: string | undefined;
}

/**
 * Marks a visit failed. A company with fail reasons needs one of them; without, a question is asked. Out of turn it
 * counts and moves the visit as done does.
 * @throws AppError 404, 403, 'visit.no_route', 'visit.fail_reason_required', 'visit.fail_reason_unknown'
 */
export function markVisitFailed(session: CompanySession, input: FailedInput): Promise<ReportResult> {
  return reportVisit(session, "visit.failed", input, (visit, { route, visits, company }, pressedAt) =>
    decideFailed(visit, route, visits, {
      now: pressedAt,
      place: input.place ?? null,
      failReasonId: input.failReasonId ?? null,
      failNote: input.failNote,
      isDecided: input.isDecided,
      companyFailReasons: enabledFailReasons(company.failReasonsSettings).map((reason) => reason.id),
    }),
  );
}
