import { Link } from "@remix-run/react";
import { formatNumber } from "~/domain/format-number";
import { ButtonLink } from "~/ui/button";
import { StatusBadge } from "~/ui/feedback/status-badge";
import { Icon } from "~/ui/icons";
import { count } from "~/domain/format-number";
import { PageBody, PageHeader, Panel } from "~/ui/page/page-header";
import { DataTable } from "~/ui/table/data-table";
import type { Column } from "~/ui/table/data-table";
import { Pagination } from "~/ui/table/pagination";
import { paths } from "~/paths";
import styles from "./imports.module.css";
import type { SheetPage } from "../queries/sheet-page.server";

type NumberedProblem = SheetPage["problems"][number] & { key: number };

const COLUMNS: Column<NumberedProblem>[] = [
  {
    id: "row",
    header: "Row",
    cell: (problem) => (
      <span className="num">
        <span className={styles.onCards}>Row </span>
        {problem.row}
      </span>
    ),
    width: "64px",
  },
  { id: "sheet", header: "Sheet", hideBelow: "tablet", cell: (problem) => problem.sheet },
  {
    id: "column",
    header: "Column",
    cell: (problem) => [problem.column, problem.field].filter(Boolean).join(" · ") || "–",
  },
  {
    id: "value",
    header: "Value",
    cell: (problem) =>
      problem.value === "" ? (
        <span className={styles.dim}>empty</span>
      ) : (
        <span className={styles.given} title={problem.value}>
          {problem.value}
        </span>
      ),
  },
  {
    id: "message",
    header: "Reason",
    cell: (problem) => <span className={styles.reason}>{problem.message.replace(/^Row \d+: /, "")}</span>,
  },
  {
    id: "outcome",
    header: "Outcome",
    cell: (problem) =>
      problem.dropped ? <StatusBadge tone="red" label="Left out" /> : <Imported href={problem.href} />,
  },
];

/** Links to the visit or vehicle that the row became, while it exists. */
function Imported({ href }: { href: string | null }) {
  const badge = <StatusBadge tone="amber" icon="alert" label="Imported" />;
  return href === null ? (
    badge
  ) : (
    <Link to={href} className={styles.made} title="Open what this row became">
      {badge}
      <Icon name="chevron-right" size={16} />
    </Link>
  );
}

/** The result of an import: how much came in, and every row that did not, with the value at fault. */
export function SheetResult({ sheet }: { sheet: SheetPage }) {
  const { summary } = sheet;
  const plan = sheet.plan === null ? null : paths.plan(sheet.plan.id);
  const facts: [string, number, string?][] = [
    ["rows read", sheet.rowsTotal],
    ["visits imported", summary.visits, plan ?? paths.visits()],
    ["vehicles added", summary.vehiclesCreated, paths.vehicles()],
    ["vehicles updated", summary.vehiclesUpdated, paths.vehicles()],
    ["routes added", summary.routes, plan ?? undefined],
    ["rows left out", sheet.left],
  ];
  const offset = (sheet.paging.page - 1) * (sheet.paging.size === "all" ? 0 : sheet.paging.size);
  const rows = sheet.problems.map((problem, index) => ({ ...problem, key: offset + index }));
  return (
    <>
      <PageHeader
        title={sheet.title}
        crumbs={
          sheet.plan === null ? [] : [{ label: sheet.plan.title, to: paths.plan(sheet.plan.id) }, { label: "Import" }]
        }
        meta={<span className={`${styles.dim} num`}>{sheet.when}</span>}
        description={
          sheet.left === 0 && sheet.problemsStored === 0
            ? "Importing was finished. Every row was imported."
            : `Importing was finished. ${count(sheet.rowsApplied, "row")} of ${formatNumber(sheet.rowsTotal)} imported.`
        }
        actions={
          <>
            <ButtonLink to={paths.vehicles()}>Vehicles</ButtonLink>
            {sheet.plan ? (
              <ButtonLink kind="primary" icon="plan" to={paths.plan(sheet.plan.id)}>
                Back to the plan
              </ButtonLink>
            ) : (
              <ButtonLink kind="primary" icon="plus" to={paths.planning({ dialog: "new-plan" })}>
                Create plan
              </ButtonLink>
            )}
          </>
        }
      />
      <PageBody>
        <Panel>
          <dl className={styles.facts}>
            {facts
              .filter(([label, value]) => value > 0 || label === "rows read")
              .map(([label, value, to]) => (
                <div key={label} className={styles.fact}>
                  <dt>{label}</dt>
                  <dd className="num">
                    {to === undefined ? formatNumber(value) : <Link to={to}>{formatNumber(value)}</Link>}
                  </dd>
                </div>
              ))}
          </dl>
          <Notes sheet={sheet} />
        </Panel>
        {sheet.problemsStored > 0 && (
          <>
            <h2 className={styles.heading}>{`Rows that need attention (${formatNumber(summary.problems)})`}</h2>
            <DataTable
              label="Rows with faults"
              columns={COLUMNS}
              rows={rows}
              rowKey={(problem) => problem.key}
              footer={<Pagination paging={sheet.paging} total={sheet.problemsStored} label="faults" />}
            />
          </>
        )}
      </PageBody>
    </>
  );
}

function Notes({ sheet: { summary, plan, problemsStored } }: { sheet: SheetPage }) {
  const ignored = summary.sheets.filter((sheet) => sheet.entity !== null && sheet.ignoredColumns.length > 0);
  const skipped = summary.sheets.filter((sheet) => sheet.entity === null);
  const notes = [
    summary.visits > 0 && plan === null ? "The visits are waiting for a plan. Create one and add them to it." : "",
    summary.withoutPlace > 0
      ? `${count(summary.withoutPlace, "visit has", "visits have")} no place yet. ` +
        "Set it on the map before you calculate."
      : "",
    ...ignored.map(
      (sheet) =>
        `Sheet ${sheet.name}: ${sheet.ignoredColumns.length === 1 ? "one column was" : "these columns were"} ` +
        `not imported: ${sheet.ignoredColumns.join(", ")}.`,
    ),
    ...skipped.map((sheet) => `Sheet ${sheet.name} was not imported: it holds neither visits nor vehicles.`),
    summary.problems > problemsStored ? `Only the first ${problemsStored} of ${summary.problems} faults are kept.` : "",
  ].filter(Boolean);
  if (notes.length === 0) return null;
  return (
    <ul className={styles.notes}>
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}
