import { MAX_DURATION_MIN } from "~/domain/constants";
import { VISIT_FIELD_LABELS as LABELS } from "~/domain/visit/field-labels";
import { VISIT_TYPE_OPTIONS } from "~/domain/visit/visit-type";
import { FieldRow } from "~/ui/form/app-form";
import { NumberField, TimeRange } from "~/ui/form/fields";
import { SelectField } from "~/ui/form/select-field";
import { UnitField } from "~/ui/form/unit-field";

/** The window that several visits are given. Left out: none is suggested, and what is empty stays. */
export const SharedWindow = ({ from, to }: { from?: string; to?: string }) => (
  <TimeRange legend="Time window" startName="startTime" endName="endTime" startDefault={from} endDefault={to} />
);

/** What else several visits are given at once; what is left empty stays as each of them has it. */
export const SharedVisitFields = ({ autoFocus = false }: { autoFocus?: boolean }) => (
  <>
    <FieldRow columns={3}>
      <NumberField
        name="serviceTime"
        label={LABELS.serviceTime}
        unit="min"
        min={0}
        max={MAX_DURATION_MIN}
        decimals={1}
        autoFocus={autoFocus}
      />
      <UnitField name="packageLoad" label={LABELS.packageLoad} decimals={2} />
      <NumberField name="packageCapacity" label={LABELS.packageCapacity} unit="m³" min={0} decimals={3} />
    </FieldRow>
    <SelectField name="type" label={LABELS.type} emptyLabel="As it is" options={VISIT_TYPE_OPTIONS} />
  </>
);
