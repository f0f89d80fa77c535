import { Link } from "@remix-run/react";
import { TextInput } from "@mantine/core";
import type { ActionResult } from "~/lib/action-result";
import { absolute, paths } from "~/paths";
import { FileLinks } from "~/ui/table/list-files";
import { useDialogUrl } from "~/ui/dialog/use-dialog-url";
import { StatusBadge } from "~/ui/feedback/status-badge";
import type { Tone } from "~/ui/feedback/status-badge";
import { AppForm, FormActions } from "~/ui/form/app-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Icon } from "~/ui/icons";
import type { IconName } from "~/ui/icons";
import { EmptyState } from "~/ui/page/states";
import { ChoiceFilter } from "~/ui/table/choice-filter";
import { DataTable } from "~/ui/table/data-table";
import type { Column } from "~/ui/table/data-table";
import { Pagination } from "~/ui/table/pagination";
import { SearchInput } from "~/ui/table/search-input";
import { cellField } from "../form-fields";
import type { SheetPage } from "../queries/sheet-page.server";
import type { SheetRows, ShownRow } from "../queries/sheet-rows.server";
import { ROW_FILTERS, SHOW_PARAM } from "../row-filter";
import { ROW_OUTCOME_LABELS } from "../row-outcome";
import type { RowOutcome } from "../row-outcome";
import { ROW_DIALOG } from "../dialogs";
import styles from "./imports.module.css";

const LOOKS: Readonly<Record<RowOutcome, { tone: Tone; icon?: IconName }>> = {
  create: { tone: "blue" },
  update: { tone: "blue" },
  created: { tone: "green" },
  updated: { tone: "green" },
  unchanged: { tone: "grey", icon: "check" },
  dropped: { tone: "red" },
};

const MEND_FORM = "mend-rows";

interface RowsPanelProps {
  sheet: SheetPage;
  list: SheetRows;
  result: ActionResult | null;
}

/** Every row of the file and what became of it; cells at fault can be mended where they are listed. */
export function RowsPanel({ sheet, list, result }: RowsPanelProps) {
  const { rows, total, paging, search, filter } = list;
  const mendable = rows.some((row) => row.mendable && row.notes.some((note) => note.column !== null));
  const table = (
    <DataTable
      label="Rows of the file"
      columns={columnsOf(sheet.sheets.length > 1)}
      rows={rows}
      rowKey={(row) => row.id}
      empty={<Empty filter={filter} search={search} />}
      footer={<Pagination paging={paging} total={total} label="rows" />}
    />
  );
  return (
    <section className={styles.rows} aria-labelledby="rows-heading">
      <h2 id="rows-heading" className={styles.heading}>
        Rows
      </h2>
      <div className={styles.tools}>
        <SearchInput label="Search rows" />
        <ChoiceFilter
          param={SHOW_PARAM}
          label="Which rows"
          choices={ROW_FILTERS.map(([value, label]) => ({ value: value === "faulty" ? null : value, label }))}
        />
        <FileLinks xlsx={absolute(paths.sheetRows(sheet.id, { [SHOW_PARAM]: filter }))} />
      </div>
      {table}
      {mendable && (
        // Beside the table and not around it: the table's pages have a form of their own.
        <AppForm id={MEND_FORM} intent="routing-sheet.mend-rows" result={result} aria-label="Mend rows">
          <FormActions>
            <span className={`${styles.hint} ${styles.aside}`}>
              Changed cells count for this import; your file stays as it is.
            </span>
            <SubmitButton kind="plain" icon="check">
              Check changed cells
            </SubmitButton>
          </FormActions>
        </AppForm>
      )}
    </section>
  );
}

function Empty({ filter, search }: { filter: SheetRows["filter"]; search: string }) {
  if (search !== "") return <EmptyState compact icon="search" title={`No row matches “${search}”`} />;
  if (filter !== "faulty") return <EmptyState compact icon="search" title="There are no such rows" />;
  return (
    <EmptyState compact icon="check" title="No row needs attention">
      Every value can be used.
    </EmptyState>
  );
}

const columnsOf = (severalSheets: boolean): Column<ShownRow>[] => [
  {
    id: "row",
    header: "Row",
    width: "64px",
    cell: (row) => (
      <span className="num">
        <span className={styles.onCards}>Row </span>
        {row.row}
      </span>
    ),
  },
  ...(severalSheets
    ? [{ id: "sheet", header: "Sheet", hideBelow: "tablet", cell: (row) => row.sheet } satisfies Column<ShownRow>]
    : []),
  { id: "name", header: "Name", cell: (row) => <RowName row={row} /> },
  { id: "notes", header: "Remarks", cell: (row) => <Remarks row={row} /> },
  { id: "outcome", header: "Outcome", cell: (row) => <Outcome row={row} /> },
];

function RowName({ row }: { row: ShownRow }) {
  const dialog = useDialogUrl(["id"]);
  return (
    <Link
      to={dialog.href(ROW_DIALOG, { id: String(row.id) })}
      className={styles.given}
      title={row.name === "" ? undefined : row.name}
      preventScrollReset
    >
      {row.name === "" ? "All cells" : row.name}
    </Link>
  );
}

function Remarks({ row }: { row: ShownRow }) {
  if (row.notes.length === 0) return <span className={styles.dim}>–</span>;
  return (
    <ul className={styles.remarks}>
      {row.notes.map((note, index) => (
        <li key={index}>
          <span className={styles.reason}>{note.message}</span>
          {row.mendable && note.column !== null && (
            <TextInput
              form={MEND_FORM}
              name={cellField(row.id, note.column)}
              aria-label={`Row ${row.row}, column ${note.letter ?? ""}, ${note.label ?? ""}`}
              defaultValue={note.cell}
              maxLength={32_767}
              autoComplete="off"
              className={styles.mend}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

function Outcome({ row }: { row: ShownRow }) {
  const badge = <StatusBadge {...LOOKS[row.outcome]} label={ROW_OUTCOME_LABELS[row.outcome]} />;
  if (row.href === null) return badge;
  return (
    <Link to={row.href} className={styles.made} title="Open what this row became">
      {badge}
      <Icon name="chevron-right" size={16} />
    </Link>
  );
}
