import { MAX_DURATION_MIN } from "~/domain/constants";
import { CHOSEN_PARAM } from "~/lib/dialog-param";
import { useTabId } from "~/realtime/use-live";
import { ConfirmDialog } from "~/ui/dialog/confirm-dialog";
import { FormDialog } from "~/ui/dialog/form-dialog";
import { ChosenNames, LeftOutDialog, leftOutOf, type ChosenResult } from "~/ui/dialog/left-out-dialog";
import { FieldRow } from "~/ui/form/app-form";
import { NumberField, TimeRange } from "~/ui/form/fields";
import { SelectField } from "~/ui/form/select-field";
import { count } from "~/domain/format-number";
import { VISIT_FIELD_LABELS as LABELS } from "~/domain/visit/field-labels";
import { VISIT_TYPE_OPTIONS } from "~/domain/visit/visit-type";
import type { VisitsPageData } from "./visits-page.server";
import { UnitField } from "~/ui/form/unit-field";

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
          <TimeRange legend="Time window" startName="startTime" endName="endTime" />
          <FieldRow columns={3}>
            <NumberField
              name="serviceTime"
              label={LABELS.serviceTime}
              unit="min"
              min={0}
              max={MAX_DURATION_MIN}
              decimals={1}
            />
            <UnitField name="packageLoad" label={LABELS.packageLoad} decimals={2} />
            <NumberField name="packageCapacity" label={LABELS.packageCapacity} unit="m³" min={0} decimals={3} />
          </FieldRow>
          <SelectField name="type" label={LABELS.type} emptyLabel="As it is" options={VISIT_TYPE_OPTIONS} />
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
