import { refusalOf } from "~/lib/action-result";
import type { ActionResult } from "~/lib/action-result";
import { shownGroups } from "~/lib/shown-values";
import { AppForm, FieldRow, FormActions } from "~/ui/form/app-form";
import { TextField } from "~/ui/form/fields";
import { SelectField } from "~/ui/form/select-field";
import { SubmitButton } from "~/ui/form/submit-button";
import { Panel } from "~/ui/page/page-header";
import type { GeneralPage } from "../queries/general-page.server";

interface Props {
  company: GeneralPage;
  choices: NonNullable<GeneralPage["choices"]>;
  result: ActionResult<unknown> | null;
  tab: string;
}

/** Who the company is, for those who may change it. */
export function CompanyForm({ company, choices, result, tab }: Props) {
  const intent = "company.update";
  const chosen = (id: number | null): string => (id === null ? "" : String(id));
  const shown = shownGroups({
    title: company.title,
    email: company.email,
    phone: company.phone,
    country_id: company.countryId,
    industry_id: company.industryId,
  });
  return (
    <Panel title="Company">
      <AppForm id="company" intent={intent} hidden={{ tab }} shown={shown} result={refusalOf(result, intent)} keepPlace>
        <TextField name="title" label="Title" required defaultValue={company.title} />
        <FieldRow>
          <TextField
            name="email"
            label="E-mail"
            type="email"
            defaultValue={company.email ?? ""}
            help="Recipients may write to it, unless somebody of the company signs in with it."
          />
          <TextField name="phone" label="Phone" type="tel" defaultValue={company.phone ?? ""} />
        </FieldRow>
        <FieldRow>
          <SelectField
            name="country_id"
            label="Country"
            emptyLabel="Not set"
            options={choices.countries}
            defaultValue={chosen(company.countryId)}
          />
          <SelectField
            name="industry_id"
            label="Business type"
            emptyLabel="Not set"
            options={choices.industries}
            defaultValue={chosen(company.industryId)}
          />
        </FieldRow>
        <FormActions>
          <SubmitButton>Save</SubmitButton>
        </FormActions>
      </AppForm>
    </Panel>
  );
}
