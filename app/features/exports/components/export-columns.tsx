import { TextInput } from "@mantine/core";
import type { TextInputProps } from "@mantine/core";
import type { FetcherWithComponents } from "@remix-run/react";
import type { ActionResult } from "~/lib/action-result";
import { DIALOG_PARAM } from "~/lib/dialog-param";
import { paths } from "~/paths";
import { ButtonLink } from "~/ui/button";
import { useDialogUrl } from "~/ui/dialog/use-dialog-url";
import { EXPORT_COLUMNS_DIALOG, exportItems } from "~/ui/export-items";
import { AppForm, FormActions } from "~/ui/form/app-form";
import { useFormState } from "~/ui/form/form-context";
import { SubmitButton } from "~/ui/form/submit-button";
import { PageBody, PageHeader, Panel } from "~/ui/page/page-header";
import { DataTable } from "~/ui/table/data-table";
import type { Column } from "~/ui/table/data-table";
import { useMounted } from "~/ui/use-mounted";
import { headerField, nameField, orderField, usedField } from "../columns-form";
import type { ExportColumnsPage } from "../queries/export-columns.server";
import styles from "./exports.module.css";

type Line = ExportColumnsPage["columns"][number] & { index: number };

const COLUMNS: Column<Line>[] = [
  {
    id: "used",
    header: "Exported",
    width: "90px",
    cell: ({ index, field, used }) => (
      <>
        <input type="hidden" name={nameField(index)} value={field} />
        <UsedBox name={usedField(index)} label={`Export ${field}`} used={used} />
      </>
    ),
  },
  { id: "field", header: "Field", cell: ({ field }) => field },
  {
    id: "header",
    header: "Header in the file",
    cell: ({ index, field, header }) => (
      <CellInput name={headerField(index)} label={`Header of ${field}`} value={header} maxLength={100} />
    ),
  },
  {
    id: "order",
    header: "Order",
    width: "100px",
    cell: ({ index, field }) => (
      <CellInput
        name={orderField(index)}
        label={`Place of ${field}`}
        inputMode="numeric"
        value={String((index + 1) * 10)}
        maxLength={5}
      />
    ),
  },
  { id: "sample", header: "First value", grow: true, hideBelow: "tablet", cell: ({ sample }) => sample || "–" },
];

/** A form that was refused comes back with what was typed. */
function CellInput({
  name,
  label,
  value,
  ...rest
}: Pick<TextInputProps, "inputMode" | "maxLength"> & { name: string; label: string; value: string }) {
  const { refusal } = useFormState();
  return <TextInput name={name} aria-label={label} defaultValue={refusal?.values?.[name] ?? value} {...rest} />;
}

function UsedBox({ name, label, used }: { name: string; label: string; used: boolean }) {
  const { refusal } = useFormState();
  const isTicked = refusal?.values === undefined ? used : refusal.values[name] !== undefined;
  return (
    <input type="checkbox" className={styles.box} name={name} value="1" defaultChecked={isTicked} aria-label={label} />
  );
}

interface ColumnsFormProps {
  page: ExportColumnsPage;
  result: ActionResult | null;
  /** In a dialog: posts without leaving the plan. Without scripts it is a plain form, and the page shows a refusal. */
  fetcher?: FetcherWithComponents<ActionResult>;
  onDone?: () => void;
  cancelTo?: string;
}

/** Which fields of its visits an exported plan has, in which order and under which headers. Kept for the company. */
export function ColumnsForm({ page, result, fetcher, onDone, cancelTo }: ColumnsFormProps) {
  const hasScripts = useMounted();
  const dialog = useDialogUrl();
  const fromPlan = !hasScripts && dialog.name === EXPORT_COLUMNS_DIALOG ? { [DIALOG_PARAM]: dialog.name } : {};
  const lines = page.columns.map((column, index) => ({ ...column, index }));
  return (
    <AppForm
      key={lines.map(({ field, header, used }) => `${field} ${header} ${used}`).join()}
      intent="plan.export_columns"
      action={paths.exportColumns(page.plan.id, fromPlan)}
      result={result}
      fetcher={fetcher}
      onDone={onDone}
      aria-label="Columns of exported plans"
    >
      <Panel flush>
        <DataTable label="Columns" columns={COLUMNS} rows={lines} rowKey={(line) => line.field} />
      </Panel>
      <FormActions>
        <SubmitButton kind="quiet" name="reset" value="1">
          All columns as they are
        </SubmitButton>
        {cancelTo !== undefined && (
          <ButtonLink kind="quiet" to={cancelTo} preventScrollReset>
            Cancel
          </ButtonLink>
        )}
        <SubmitButton>Save</SubmitButton>
      </FormActions>
    </AppForm>
  );
}

export const EXPORT_COLUMNS_TITLE = "Columns of exported plans";
export const EXPORT_COLUMNS_WORDS = "For the sheet of visits, in Excel and CSV files of all plans of the company.";

/** The same as a page of its own: where the dialog's form leads when no script is there. */
export function ExportColumns({ page, result }: Pick<ColumnsFormProps, "page" | "result">) {
  const { plan } = page;
  return (
    <>
      <PageHeader
        title={EXPORT_COLUMNS_TITLE}
        crumbs={[
          { label: "Planning", to: paths.planningMain() },
          { label: plan.title, to: paths.plan(plan.id) },
          { label: EXPORT_COLUMNS_TITLE },
        ]}
        description={EXPORT_COLUMNS_WORDS}
        actions={exportItems("plan", plan.id).map(({ id, label, icon, to }) => (
          <ButtonLink key={id} icon={icon} to={to} reloadDocument>
            {label}
          </ButtonLink>
        ))}
      />
      <PageBody>
        <ColumnsForm page={page} result={result} />
      </PageBody>
    </>
  );
}
