import { count } from "~/domain/format-number";
import type { ActionResult } from "~/lib/action-result";
import { shownGroups } from "~/lib/shown-values";
import { ConfirmDialog } from "~/ui/dialog/confirm-dialog";
import { DAYS_PARAM, SHOWN_DAYS_PARAM } from "../kept-dialogs";
import type { KeptQuestion } from "../queries/kept-days.server";

const PARAMS = [DAYS_PARAM, SHOWN_DAYS_PARAM];

interface Props {
  /** what the address asks; null: nothing */
  question: KeptQuestion | null;
  result: ActionResult<unknown> | null;
  tab: string;
}

/** Before things are kept for fewer days: what is removed then, and doesn't come back. */
export function KeptDialogs({ question, result, tab }: Props) {
  if (question === null) return null;
  const days = count(question.days, "day");
  const shared = { danger: true, confirmLabel: `Keep for ${days}`, params: PARAMS, result };
  const hidden = { tab, confirmed: 1 };
  const { shown } = question;
  const before = (field: string) => (shown === null ? undefined : shownGroups({ [field]: shown }));
  return "positions" in question ? (
    <ConfirmDialog
      name="keep-positions"
      question={`Do you want to keep positions for ${days} only?`}
      intent="positions.keep"
      hidden={{ ...hidden, positions_kept_days: question.days }}
      shown={before("positions_kept_days")}
      {...shared}
    >
      <Removed what={question.positions === 0 ? "" : count(question.positions, "position")} days={days} />
    </ConfirmDialog>
  ) : (
    <ConfirmDialog
      name="keep-proofs"
      question={`Do you want to keep photos and signatures for ${days} only?`}
      intent="proofs.keep"
      hidden={{ ...hidden, proofs_kept_days: question.days }}
      shown={before("proofs_kept_days")}
      {...shared}
    >
      <Removed
        what={[
          question.photos === 0 ? "" : count(question.photos, "photo"),
          question.signatures === 0 ? "" : count(question.signatures, "signature"),
        ]
          .filter(Boolean)
          .join(" and ")}
        days={days}
      />
    </ConfirmDialog>
  );
}

function Removed({ what, days }: { what: string; days: string }) {
  return (
    <p style={{ margin: 0 }}>
      {what === "" ? (
        `Nothing is older than ${days} yet.`
      ) : (
        <>
          <b>{what}</b> older than {days}: removed for good within the hour, and they don’t come back.
        </>
      )}
    </p>
  );
}
