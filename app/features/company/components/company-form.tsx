import { refusalOf } from "~/lib/action-result";
import type { ActionResult } from "~/lib/action-result";
import { shownGroups } from "~/lib/shown-values";
import { AppForm, FieldRow, FormActions } from "~/ui/form/app-form";
import { TextField } from "~/ui/form/fields";
import { SelectField } from "~/ui/form/select-field";
import { SubmitButton } from "~/ui/form/submit-button";
import { Panel } from "~/ui/page/page-header";
import { COMPANY_FIELD_LABELS as LABELS, companyFormTexts } from "../company-form-values";
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
  const texts = companyFormTexts(company);
  const shown = shownGroups(texts);
  return (
    <Panel title="Company">
      <AppForm id="company" intent={intent} hidden={{ tab }} shown={shown} result={refusalOf(result, intent)} keepPlace>
        <TextField name="title" label={LABELS.title} required defaultValue={texts.title} />
        <FieldRow>
          <TextField
            name="email"
            label={LABELS.email}
            type="email"
            defaultValue={texts.email}
            help="Recipients may write to it, unless somebody of the company signs in with it."
          />
          <TextField name="phone" label={LABELS.phone} type="tel" defaultValue={texts.phone} />
        </FieldRow>
        <FieldRow>
          <SelectField
            name="country_id"
            label={LABELS.country_id}
            emptyLabel="Not set"
            options={choices.countries}
            defaultValue={texts.country_id}
          />
          <SelectField
            name="industry_id"
            label={LABELS.industry_id}
            emptyLabel="Not set"
            options={choices.industries}
            defaultValue={texts.industry_id}
          />
        </FieldRow>
        <FormActions>
          <SubmitButton>Save</SubmitButton>
        </FormActions>
      </AppForm>
    </Panel>
  );
}
