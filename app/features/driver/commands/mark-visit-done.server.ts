import { refusalError } from "~/domain/decision";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { listAttachments } from "~/db/repositories/attachments.server";
import { AttachmentType, confirmationFault, tagFault } from "~/domain/visit/confirmation";
import type { ConfirmationTag } from "~/domain/visit/confirmation";
import { VisitStatus } from "~/domain/visit/visit-status";
import { markVisitDone as decideDone } from "~/domain/visit/visit-transitions";
import { removeFiles, removeFilesOfFailed } from "~/http/receive-form.server";
import { confirmationOf } from "~/planner/confirmation.server";
import { attach, visitFor } from "./attachments.server";
import type { Report, ReportResult } from "./report.server";
import type { ProofFile } from "~/domain/route/task-pictures";
import { reportVisit } from "./report-visit.server";
import type { VisitReport } from "./report-visit.server";

interface DoneInput extends VisitReport {
  confirmationType?: ConfirmationTag | null;
  signatureName?: string;
  doneNote?: string | undefined;
}

/**
 * Marks a visit done. Out of turn it asks first, then counts, and moves the visit behind the last served one; in turn
 * its lateness is added to the route's overdue time. The rest of the route gets new times.
 * @throws AppError 404, 403, 'visit.no_route', 422 'visit.confirmation_required' naming the proof that is missing
 */
export const markVisitDone = (session: CompanySession, input: DoneInput): Promise<ReportResult> =>
  report(session, input, []);

function report(
  session: CompanySession,
  input: DoneInput,
  files: readonly ProofFile[],
  alongside?: Report["alongside"],
): Promise<ReportResult> {
  const { confirmationType, signatureName, doneNote } = input;
  let [isSigned, isWrongWay] = [false, false];
  return reportVisit(
    session,
    "visit.done",
    input,
    (visit, { route, visits }, pressedAt) =>
      decideDone(visit, route, visits, {
        now: pressedAt,
        place: input.place ?? null,
        ...(confirmationType === undefined || isWrongWay ? {} : { confirmationType }),
        ...(signatureName === undefined ? {} : { signatureName: isSigned ? signatureName : "" }),
        ...(doneNote === undefined ? {} : { doneNote }),
      }),
    {
      check: async () => void ({ isSigned, isWrongWay } = await refuseWithoutProof(session, input, files)),
      alongside,
    },
  );
}

interface DoneWithInput extends DoneInput {
  /** Refused, or with a question first, the pictures stay in the storage, for the caller to see to. */
  leavePictures?: boolean | undefined;
}

/**
 * The same with the pictures that prove it, in one transaction: the visit is done and has them, or neither. What isn't
 * attached is taken out of the storage again.
 * @throws AppError 404, 403, 409 'attachment.too_many', and as `markVisitDone`
 */
export async function markVisitDoneWith(
  session: CompanySession,
  files: readonly ProofFile[],
  { leavePictures, ...input }: DoneWithInput,
): Promise<ReportResult> {
  if (files.length === 0) return markVisitDone(session, input);
  const pictures = { visitId: input.visitId, files, tab: input.tab };
  let isAttached = false;
  try {
    const result = await report(session, input, files, async (trx, now) => {
      await attach(trx, session, pictures, now);
      isAttached = true;
    });
    const isAsked = result.status === "confirm";
    if (isAsked ? !leavePictures : !isAttached) await removeFiles(files);
    return result;
  } catch (error) {
    if (!leavePictures) await removeFilesOfFailed(files, error);
    throw error;
  }
}

/**
 * What the visit's template, or the company, asks for has to be there, or come along. A visit that is done already is
 * asked nothing, nor is a report that a dispatcher accepts: its driver can't go back.
 * @returns whether somebody signed: a name in the form's field alone is no signature; and whether it can't be handed
 * over in the way that was reported
 */
async function refuseWithoutProof(
  session: CompanySession,
  input: DoneInput,
  files: readonly ProofFile[],
): Promise<{ isSigned: boolean; isWrongWay: boolean }> {
  const companyId = session.company.id;
  const visit = await visitFor(db(), session, input.visitId, "visit.report");
  const isAsked = visit.status !== VisitStatus.Delivered && !input.isDecided;
  const choices = await confirmationOf(db(), companyId, visit);
  const wrongWay = tagFault(visit, input.confirmationType ?? null);
  if (isAsked && wrongWay !== null) throw refusalError(wrongWay);
  const isWrongWay = wrongWay !== null;
  if (choices.length === 0) return { isSigned: true, isWrongWay };
  const attached = await listAttachments(db(), companyId, [visit.id]);
  const count = (type: AttachmentType) => [...attached, ...files].filter((one) => one.type === type).length;
  const fault = confirmationFault(choices, {
    tag: input.confirmationType ?? null,
    signatureName: input.signatureName ?? visit.signature_name,
    photos: count(AttachmentType.Photo),
    signatures: count(AttachmentType.Signature),
  });
  if (isAsked && fault !== null) throw refusalError(fault);
  return { isSigned: count(AttachmentType.Signature) > 0, isWrongWay };
}
