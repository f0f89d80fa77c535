import { CHOSEN_PARAM } from "~/lib/dialog-param";
import { useTabId } from "~/realtime/use-live";
import { ConfirmDialog } from "~/ui/dialog/confirm-dialog";
import { FormDialog } from "~/ui/dialog/form-dialog";
import { ChosenNames, LeftOutDialog, leftOutOf, type ChosenResult } from "~/ui/dialog/left-out-dialog";
import { count } from "~/domain/format-number";
import { SharedVisitFields, SharedWindow } from "../shared-visit-fields";
import type { VisitsPageData } from "./visits-page.server";

const DIALOG_PARAMS = [CHOSEN_PARAM];

/** The dialogs about the visits chosen in the company's list, in the words of the plan's own. */
export function ChosenVisitsDialogs({
  chosen,
  rights,
  result,
}: Pick<VisitsPageData, "chosen" | "rights"> & { result: ChosenResult | null }) {
  const tab = useTabId();
  if (leftOutOf(result).length > 0) return <LeftOutDialog result={result} params={DIALOG_PARAMS} />;
  const { visits, versions } = chosen;
  if (visits.length === 0) return null;
  const what = count(visits.length, "visit");
  const shared = {
    params: DIALOG_PARAMS,
    hidden: { ids: visits.map(({ id }) => id).join(","), versions, tab },
    result,
  };
  const names = <ChosenNames names={visits.map(({ name }) => name)} />;
  return (
    <>
      {rights.update && (
        <FormDialog
          name="edit-visits"
          title={`Edit ${what}`}
          description="What is left empty stays as each visit has it. Visits on locked routes are left out."
          intent="listed_visits.update"
          {...shared}
        >
          {names}
          <SharedWindow />
          <SharedVisitFields />
        </FormDialog>
      )}
      {rights.remove && (
        <ConfirmDialog
          name="remove-visits"
          question={`Do you want to remove ${what}?`}
          confirmLabel={`Remove ${what}`}
          decline={
            visits.some((visit) => visit.isPlanned)
              ? { label: "No, keep them without a plan", name: "choice", value: "detach" }
              : undefined
          }
          danger
          intent="listed_visits.remove"
          {...shared}
        >
          {names}
        </ConfirmDialog>
      )}
    </>
  );
}
