import { VISITS_PERIOD_LABELS } from "~/domain/billing/periods";
import { refusalOf } from "~/lib/action-result";
import type { ActionResult } from "~/lib/action-result";
import { AppForm, FieldRow, FormActions } from "~/ui/form/app-form";
import { CheckboxField, DateField, NumberField } from "~/ui/form/fields";
import { SelectField } from "~/ui/form/select-field";
import { SubmitButton } from "~/ui/form/submit-button";
import { Panel } from "~/ui/page/page-header";
import type { BillingPage } from "../queries/billing-page.server";

const PERIODS = Object.entries(VISITS_PERIOD_LABELS).map(([value, label]) => ({ value, label }));

interface CustomPackageProps {
  custom: NonNullable<BillingPage["custom"]>;
  result: ActionResult<unknown> | null;
}

/** What a platform admin has agreed on with the company. */
export function CustomPackage({ custom, result }: CustomPackageProps) {
  return (
    <Panel title="Custom package">
      <AppForm
        id="custom-package"
        hidden={{ billed_company_id: custom.companyId }}
        result={refusalOf(result, "billing.update_custom")}
        autoComplete="off"
      >
        <FieldRow>
          <NumberField
            name="visits_limit"
            label="Visits"
            required
            min={0}
            decimals={0}
            defaultValue={String(custom.visits)}
          />
          <SelectField name="visits_period" label="Period" options={PERIODS} defaultValue={custom.period} />
        </FieldRow>
        <FieldRow>
          <NumberField
            name="custom_cost_per_visit"
            label="Cost per visit"
            unit="€"
            min={0}
            defaultValue={custom.cost}
            help="Empty: the usual price. 0: free."
          />
          <NumberField
            name="custom_discount"
            label="Discount"
            unit="%"
            min={0}
            max={100}
            defaultValue={custom.discount}
          />
        </FieldRow>
        <FieldRow>
          <DateField name="start_date" label="Start" required defaultValue={custom.start} />
          <DateField
            name="end_date"
            label="End"
            defaultValue={custom.end}
            help="The first day on which it no longer counts. Empty: forever."
          />
        </FieldRow>
        {custom.replaces && (
          <CheckboxField
            name="replaces"
            label="Replaces the package that the company pays for"
            help="A subscription is ended, and nothing follows it."
          />
        )}
        <FormActions>
          <SubmitButton intent="billing.update_custom">Save the package</SubmitButton>
        </FormActions>
      </AppForm>
    </Panel>
  );
}
