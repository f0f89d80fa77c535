import { useLocation, useSearchParams } from "@remix-run/react";
import type { ActionResult } from "~/lib/action-result";
import type { FailReason } from "~/domain/visit/fail-reasons";
import { isNext, isPast } from "~/domain/visit/visit-order";
import { FAIL_VISIT, OUT_OF_TURN_DONE, OUT_OF_TURN_FAILED } from "~/domain/visit/visit-transitions";
import { ConfirmDialog } from "~/ui/dialog/confirm-dialog";
import { useDialogUrl } from "~/ui/dialog/use-dialog-url";
import type { VisitItem } from "../plan-page/plan-view";
import type { VisitDetails } from "./visit-details.server";
import { FailReasons } from "./fail-reasons";
import { MARK_DONE_DIALOG, MarkDoneDialog } from "./mark-done-dialog";
import { UPLOAD_DIALOG, UploadDialog } from "./upload-dialog";
import { useVisitDetails } from "./use-visit-details";

/** Parameters of the dialogs about a visit, removed from the address when one closes. */
const VISIT_DIALOG_PARAMS = ["route", "visit", "report", "reason", "note", "question"] as const;

/** For failed visits, whose turn is over, the name is enough. */
type Asked = Pick<VisitItem, "id" | "name"> | VisitItem;

interface VisitDialogsProps {
  visits: readonly Asked[];
  failReasons: readonly FailReason[];
  /** of the visit that the address named when the page was loaded */
  details: VisitDetails | null;
  version: number;
  tab: string;
  result: ActionResult<unknown> | null;
}

/** The dialogs about one visit (`?visit=`): done out of turn or with proof, failed, photos, removed. */
export function VisitDialogs({ visits, failReasons, details, version, tab, result }: VisitDialogsProps) {
  const [params] = useSearchParams();
  const dialog = useDialogUrl(VISIT_DIALOG_PARAMS);
  const visit = visits.find((one) => String(one.id) === params.get("visit"));
  if (visit === undefined) return null;
  const report = params.get("report") === "failed" ? "failed" : "done";
  const reason = params.get("reason") ?? "";
  const question =
    params.get("question") === "visit.failed" ? FAIL_VISIT : report === "done" ? OUT_OF_TURN_DONE : OUT_OF_TURN_FAILED;
  const hidden = { visitId: visit.id, version, tab };
  return (
    <>
      {(dialog.name === MARK_DONE_DIALOG || dialog.name === UPLOAD_DIALOG) && (
        <DialogsWithDetails key={visit.id} visitId={visit.id} first={details} {...{ tab, result }} />
      )}
      <ConfirmDialog
        name="confirm-report"
        question={question}
        danger={report === "failed"}
        confirmLabel={report === "done" ? "Mark as done" : "Mark as failed"}
        intent={report === "done" ? "visit.done" : "visit.failed"}
        params={VISIT_DIALOG_PARAMS}
        hidden={{ ...hidden, confirmed: 1, failReasonId: reason, failNote: params.get("note") ?? "" }}
        result={result}
      >
        <p style={{ margin: 0 }}>{visit.name}</p>
      </ConfirmDialog>
      {failReasons.length > 0 ? (
        <ConfirmDialog
          name="fail-visit"
          title="Mark as failed"
          question={`Why could ${visit.name} not be served?`}
          confirmLabel="Mark as failed"
          danger
          intent="visit.failed"
          params={VISIT_DIALOG_PARAMS}
          hidden={hidden}
          result={result}
        >
          <FailReasons reasons={failReasons} />
        </ConfirmDialog>
      ) : (
        <ConfirmDialog
          name="fail-visit"
          question={isOutOfTurn(visit, visits) ? OUT_OF_TURN_FAILED : FAIL_VISIT}
          confirmLabel="Mark as failed"
          danger
          intent="visit.failed"
          params={VISIT_DIALOG_PARAMS}
          hidden={{ ...hidden, confirmed: 1 }}
          result={result}
        >
          <p style={{ margin: 0 }}>{visit.name}</p>
        </ConfirmDialog>
      )}
      <ConfirmDialog
        name="remove-visit"
        question={`Do you want to remove ${visit.name}?`}
        confirmLabel="Remove"
        decline={{ label: "No, keep it without a plan", name: "choice", value: "detach" }}
        danger
        intent="visit.remove"
        params={VISIT_DIALOG_PARAMS}
        hidden={hidden}
        result={result}
      />
    </>
  );
}

function isOutOfTurn(visit: Asked, visits: readonly Asked[]): boolean {
  if (!("position" in visit) || isPast(visit)) return false;
  return !isNext(
    visit,
    visits.filter((one): one is VisitItem => "position" in one && one.routeId === visit.routeId),
  );
}

/** Those that need more of the visit than the list has. */
function DialogsWithDetails({
  visitId,
  first,
  tab,
  result,
}: Pick<VisitDialogsProps, "tab" | "result"> & { visitId: number; first: VisitDetails | null }) {
  const { pathname } = useLocation();
  const details = useVisitDetails(visitId, first);
  if (details === null) return null;
  const shared = { details, tab, params: VISIT_DIALOG_PARAMS };
  return (
    <>
      <UploadDialog {...shared} returnTo={`${pathname}?visit=${visitId}`} />
      <MarkDoneDialog {...shared} result={result} />
    </>
  );
}
