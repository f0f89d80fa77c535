import { useRef, useState } from "react";
import type { DragEvent } from "react";
import type { FetcherWithComponents } from "@remix-run/react";
import type { ActionResult } from "~/lib/action-result";
import { absolute, paths } from "~/paths";
import { useTabId } from "~/realtime/use-live";
import { ButtonLink } from "~/ui/button";
import { AppForm, FormActions } from "~/ui/form/app-form";
import { setInputValue } from "~/ui/form/fields";
import { SelectField } from "~/ui/form/select-field";
import type { SelectOption } from "~/ui/form/select-field";
import { SubmitButton } from "~/ui/form/submit-button";
import { Icon } from "~/ui/icons";
import { Panel } from "~/ui/page/page-header";
import { chosenFileFault } from "../import-faults";
import styles from "./imports.module.css";

export interface ImportFormProps {
  /** The plan that visits and routes join; null: visits wait at a warehouse. */
  plan: { id: number; title: string } | null;
  /** Where visits may wait; only asked for without a plan. */
  warehouses: readonly SelectOption[];
  /** Sends without leaving the page; left out, it is a plain form. */
  fetcher?: FetcherWithComponents<unknown>;
  result: ActionResult<unknown> | null;
  cancelTo: string;
}

const TEMPLATES = [
  ["Visits", "visits.xlsx"],
  ["Vehicles", "vehicles.xlsx"],
  ["Both", "general.xlsx"],
] as const;

/** File, where it goes, templates. A plain multipart form that works without JavaScript. */
export function ImportForm({ plan, warehouses, fetcher, result, cancelTo }: ImportFormProps) {
  const tab = useTabId();
  // Another file was chosen: what was wrong with the one before no longer matters.
  const [dismissed, setDismissed] = useState<ImportFormProps["result"]>(null);
  const action = plan ? paths.import({ plan: plan.id }) : paths.import();
  return (
    <div className={styles.form} onChange={() => setDismissed(result)}>
      <AppForm action={action} encType="multipart/form-data" fetcher={fetcher} result={result === dismissed ? null : result} hidden={{ tab, ...(plan ? { plan_id: plan.id } : {}) }} aria-label="Import from a spreadsheet">
        <FilePicker />
        {plan === null && warehouses.length > 0 && (
          <SelectField
            name="warehouse_id"
            label="Warehouse"
            emptyLabel="None"
            options={warehouses}
            defaultValue={warehouses.length === 1 ? warehouses[0]?.value : ""}
            help="Visits wait there for a plan, and new vehicles belong to it."
          />
        )}
        <p className={styles.hint}>
          Columns are found by their headers, whatever their order. Templates:{" "}
          {TEMPLATES.map(([label, file], index) => (
            <span key={file}>
              {index > 0 && ", "}
              <a href={absolute(`/templates/${file}`)} download>{label}</a>
            </span>
          ))}
        </p>
        <FormActions>
          <ButtonLink kind="quiet" to={cancelTo} preventScrollReset>Cancel</ButtonLink>
          <SubmitButton icon="upload">Import</SubmitButton>
        </FormActions>
      </AppForm>
    </div>
  );
}

/** The form on a page of its own. */
export function ImportPanel(props: ImportFormProps) {
  return <div className={styles.narrow}><Panel><ImportForm {...props} /></Panel></div>;
}

/** The browser's own file field with a place to drop a file on. A wrong file is refused before it is sent. */
function FilePicker() {
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<File | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [over, setOver] = useState(false);

  const take = (file: File | undefined) => {
    const wrong = file ? chosenFileFault(file) : null;
    setFault(wrong);
    setChosen(file && wrong === null ? file : null);
    if (wrong !== null && input.current) setInputValue(input.current, "");
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!input.current || event.dataTransfer.files.length === 0) return;
    input.current.files = event.dataTransfer.files;
    take(event.dataTransfer.files[0]);
  };
  return (
    <div>
      <label
        className={styles.drop}
        data-over={over || undefined}
        onDragOver={(event) => { event.preventDefault(); setOver(true); }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Icon name="upload" size={24} />
        <span className={styles.dropText}>{chosen ? chosen.name : "Choose an Excel file, or drop it here"}</span>
        <span className={styles.dropHint}>{chosen ? `${Math.max(1, Math.round(chosen.size / 1000))} kB` : ".xlsx or .xls, up to 100 MB and 100,000 rows"}</span>
        <input
          ref={input}
          type="file"
          name="file"
          accept=".xlsx,.xls,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,application/vnd.ms-excel"
          required
          className={styles.fileInput}
          aria-invalid={fault === null ? undefined : true}
          aria-describedby={fault === null ? undefined : "import-file-fault"}
          onChange={(event) => take(event.currentTarget.files?.[0])}
        />
      </label>
      {fault !== null && <p id="import-file-fault" role="alert" className={styles.fault}>{fault}</p>}
    </div>
  );
}
