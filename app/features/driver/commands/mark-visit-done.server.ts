import type { CompanySession } from "~/auth/session.server";
import type { ConfirmationTag } from "~/domain/visit/confirmation";
import { markVisitDone as decideDone } from "~/domain/visit/visit-transitions";
import type { ReportResult } from "./carry-out.server";
import { reportVisit } from "./report-visit.server";
import type { VisitReport } from "./report-visit.server";

export interface DoneInput extends VisitReport {
  confirmationType?: ConfirmationTag | null;
  signatureName?: string;
}

/**
 * Marks a visit done. Out of turn it asks first, then counts, and moves the visit behind the last served one; in turn
 * its lateness is added to the route's overdue time. The rest of the route gets new times.
 * @throws AppError 404, 403, 'visit.no_route'
 */
export function markVisitDone(session: CompanySession, input: DoneInput): Promise<ReportResult> {
  const proof = {
    ...(input.confirmationType === undefined ? {} : { confirmationType: input.confirmationType }),
    ...(input.signatureName === undefined ? {} : { signatureName: input.signatureName }),
  };
  return reportVisit(session, "visit.done", input, (visit, { route, visits }, pressedAt) => decideDone(visit, route, visits, { now: pressedAt, ...proof }));
}
