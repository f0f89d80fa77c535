import { TextInput } from "@mantine/core";
import type { ActionResult } from "~/lib/action-result";
import { paths } from "~/paths";
import { ButtonLink } from "~/ui/button";
import { AppForm, FormActions } from "~/ui/form/app-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { PageBody, PageHeader, Panel } from "~/ui/page/page-header";
import { DataTable } from "~/ui/table/data-table";
import type { Column } from "~/ui/table/data-table";
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
        <input
          type="checkbox"
          className={styles.box}
          name={usedField(index)}
          value="1"
          defaultChecked={used}
          aria-label={`Export ${field}`}
        />
      </>
    ),
  },
  { id: "field", header: "Field", cell: ({ field }) => field },
  {
    id: "header",
    header: "Header in the file",
    cell: ({ index, field, header }) => (
      <TextInput name={headerField(index)} aria-label={`Header of ${field}`} defaultValue={header} maxLength={100} />
    ),
  },
  {
    id: "order",
    header: "Order",
    width: "100px",
    cell: ({ index, field }) => (
      <TextInput
        name={orderField(index)}
        aria-label={`Place of ${field}`}
        inputMode="numeric"
        defaultValue={String((index + 1) * 10)}
        maxLength={5}
      />
    ),
  },
  { id: "sample", header: "First value", hideBelow: "tablet", cell: ({ sample }) => sample || "–" },
];

/** Which fields of its visits an exported plan has, in which order and under which headers. Kept for the company. */
export function ExportColumns({ page, result }: { page: ExportColumnsPage; result: ActionResult | null }) {
  const { plan } = page;
  const lines = page.columns.map((column, index) => ({ ...column, index }));
  return (
    <>
      <PageHeader
        title="Columns of exported plans"
        crumbs={[{ label: plan.title, to: paths.plan(plan.id) }, { label: "Export" }]}
        description="For the sheet of visits, in Excel and CSV files of all plans of the company."
        actions={
          <>
            <ButtonLink icon="download" to={paths.exportFile("plan", plan.id, "csv")} reloadDocument>
              CSV
            </ButtonLink>
            <ButtonLink icon="download" to={paths.exportFile("plan", plan.id, "xlsx")} reloadDocument>
              Excel
            </ButtonLink>
          </>
        }
      />
      <PageBody>
        <AppForm
          key={lines.map(({ field, header, used }) => `${field} ${header} ${used}`).join()}
          intent="plan.export_columns"
          result={result}
          aria-label="Columns of exported plans"
        >
          <Panel flush>
            <DataTable label="Columns" columns={COLUMNS} rows={lines} rowKey={(line) => line.field} />
          </Panel>
          <FormActions>
            <SubmitButton kind="quiet" name="reset" value="1">
              All columns as they are
            </SubmitButton>
            <SubmitButton>Save</SubmitButton>
          </FormActions>
        </AppForm>
      </PageBody>
    </>
  );
}
