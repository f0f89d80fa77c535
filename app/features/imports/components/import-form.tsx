import { useState } from "react";
import type { FetcherWithComponents } from "@remix-run/react";
import { SPREADSHEET_ENDINGS } from "~/domain/validation/files";
import type { ActionResult } from "~/lib/action-result";
import { absolute, paths } from "~/paths";
import { useTabId } from "~/realtime/use-live";
import { ButtonLink } from "~/ui/button";
import { AppForm, FormActions } from "~/ui/form/app-form";
import { FileDrop } from "~/ui/form/file-drop";
import { SelectField } from "~/ui/form/select-field";
import type { SelectOption } from "~/ui/form/select-field";
import { SubmitButton } from "~/ui/form/submit-button";
import { Panel } from "~/ui/page/page-header";
import { chosenFileFault } from "../chosen-file";
import styles from "./imports.module.css";

interface ImportFormProps {
  /** The plan that visits and routes join; null: visits wait at a warehouse. */
  plan: { id: number; title: string } | null;
  /** Where visits may wait; only asked without a plan. */
  warehouses: readonly SelectOption[];
  /** Posts without leaving the page; without it, it is a plain form. */
  fetcher?: FetcherWithComponents<unknown>;
  result: ActionResult<unknown> | null;
  cancelTo: string;
}

const TEMPLATES = [
  ["Visits", "visits.xlsx"],
  ["Vehicles", "vehicles.xlsx"],
  ["General", "general.xlsx"],
] as const;

/** File, destination, templates. A plain multipart form that works without JavaScript. */
export function ImportForm({ plan, warehouses, fetcher, result, cancelTo }: ImportFormProps) {
  const tab = useTabId();
  // Another file was chosen: the faults of the previous one no longer matter.
  const [dismissed, setDismissed] = useState<ImportFormProps["result"]>(null);
  const action = plan ? paths.import({ plan: plan.id }) : paths.import();
  return (
    <div className={styles.form} onChange={() => setDismissed(result)}>
      <AppForm
        action={action}
        encType="multipart/form-data"
        fetcher={fetcher}
        result={result === dismissed ? null : result}
        hidden={{ tab, ...(plan ? { plan_id: plan.id } : {}) }}
        aria-label="Import from a spreadsheet"
      >
        <FileDrop
          name="file"
          accept={SPREADSHEET_ENDINGS}
          title="Choose a spreadsheet, or drop it here"
          hint=".xlsx, .xls, .csv or .tsv, up to 100 MB and 100,000 rows"
          required
          faultOf={chosenFileFault}
        />
        {plan === null && warehouses.length > 0 && (
          <SelectField
            name="warehouse_id"
            label="Warehouse"
            emptyLabel="None"
            options={warehouses}
            defaultValue={warehouses.length === 1 ? warehouses[0]?.value : ""}
            help="Visits wait there for a plan, and all vehicles in the file are assigned to it."
          />
        )}
        <p className={styles.hint}>
          Columns are found by their headers, whatever their order. Templates:{" "}
          {TEMPLATES.map(([label, file], index) => (
            <span key={file}>
              {index > 0 && ", "}
              <a href={absolute(`/templates/${file}`)} download>
                {label}
              </a>
            </span>
          ))}
        </p>
        <FormActions>
          <ButtonLink kind="quiet" to={cancelTo} preventScrollReset>
            Cancel
          </ButtonLink>
          <SubmitButton icon="upload">Upload</SubmitButton>
        </FormActions>
      </AppForm>
    </div>
  );
}

/** The form on a page of its own. */
export function ImportPanel(props: ImportFormProps) {
  return (
    <div className={styles.narrow}>
      <Panel>
        <ImportForm {...props} />
      </Panel>
    </div>
  );
}
