import { Link, useLocation } from "@remix-run/react";
import { fewNamed } from "~/domain/few-named";
import { count, formatNumber } from "~/domain/format-number";
import type { ActionResult } from "~/lib/action-result";
import { AppForm, FormActions } from "~/ui/form/app-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Panel } from "~/ui/page/page-header";
import { useTabId } from "~/realtime/use-live";
import { paths } from "~/paths";
import type { SheetPage } from "../queries/sheet-page.server";
import { SHOW_PARAM } from "../row-filter";
import type { RowFilter } from "../row-filter";
import { SheetState } from "~/domain/import/sheet-state";
import styles from "./imports.module.css";

interface Fact {
  label: string;
  value: number;
  to?: string | undefined;
}

/** What an import will do, or what it did, with one press to do it. */
export function CountsPanel({ sheet, result }: { sheet: SheetPage; result: ActionResult | null }) {
  const { pathname } = useLocation();
  const rowsHref = (show: RowFilter) => `${pathname}?${SHOW_PARAM}=${show}`;
  const { visits, vehicles, all, left, noted, routes } = sheet.counts;
  const plan = sheet.target.plan === null ? null : paths.plan(sheet.target.plan.id);
  const facts: Fact[] = [
    { label: "rows read", value: all, to: rowsHref("all") },
    { label: "visits to add", value: visits.create, to: rowsHref("added") },
    { label: "visits to update", value: visits.update, to: rowsHref("updated") },
    { label: "vehicles to add", value: vehicles.create, to: rowsHref("added") },
    { label: "vehicles to update", value: vehicles.update, to: rowsHref("updated") },
    { label: "visits added", value: visits.created, to: plan ?? paths.visits() },
    { label: "visits updated", value: visits.updated, to: rowsHref("updated") },
    { label: "vehicles added", value: vehicles.created, to: paths.vehicles() },
    { label: "vehicles updated", value: vehicles.updated, to: paths.vehicles() },
    { label: "unchanged", value: visits.unchanged + vehicles.unchanged, to: rowsHref("updated") },
    { label: "routes added", value: routes, to: plan ?? undefined },
    { label: "rows with changed values", value: noted, to: rowsHref("noted") },
    { label: "rows left out", value: left, to: rowsHref("left") },
  ];
  return (
    <Panel>
      <dl className={styles.facts}>
        {facts
          .filter(({ label, value }) => value > 0 || label === "rows read")
          .map(({ label, value, to }) => (
            <div key={label} className={styles.fact}>
              <dt>{label}</dt>
              <dd className="num">
                {to === undefined ? (
                  formatNumber(value)
                ) : (
                  <Link to={to} preventScrollReset>
                    {formatNumber(value)}
                  </Link>
                )}
              </dd>
            </div>
          ))}
      </dl>
      <Notes sheet={sheet} />
      <ApplyForm sheet={sheet} result={result} />
    </Panel>
  );
}

/** One press imports what is ready: all of it, or the rows that were mended since. */
function ApplyForm({ sheet, result }: { sheet: SheetPage; result: ActionResult | null }) {
  const tab = useTabId();
  const { state, counts, target } = sheet;
  const isFirst = state === SheetState.Parsed;
  if (!(isFirst || (state === SheetState.Applied && counts.ready > 0))) return null;
  const place = target.plan?.title ?? (counts.visits.create > 0 ? "the visits that wait for a plan" : null);
  return (
    <AppForm intent="routing-sheet.apply-mapping" hidden={{ tab }} result={result} aria-label="Import the rows">
      <FormActions>
        <span className={`${styles.hint} ${styles.aside}`}>{place === null ? "" : `Into ${place}`}</span>
        <SubmitButton
          icon="upload"
          {...(counts.ready === 0 ? { disabledReason: "No row can be imported: mend one first" } : {})}
        >
          {isFirst ? "Import now" : `Import ${count(counts.ready, "mended row")}`}
        </SubmitButton>
      </FormActions>
    </AppForm>
  );
}

function Notes({ sheet: { sheets, counts, target, state } }: { sheet: SheetPage }) {
  const isDone = state === SheetState.Applied;
  const taken = sheets.filter((sheet) => sheet.entity !== null);
  const notes = [
    isDone && counts.visits.created > 0 && target.plan === null
      ? "The visits are waiting for a plan. Create one and add them to it."
      : "",
    ...taken
      .filter((sheet) => sheet.ignored.length > 0)
      .map(
        (sheet) =>
          `Sheet ${sheet.name}: ${sheet.ignored.length === 1 ? "one column" : "these columns"} ` +
          `${isDone ? (sheet.ignored.length === 1 ? "was" : "were") : sheet.ignored.length === 1 ? "is" : "are"} ` +
          `not imported: ${fewNamed(sheet.ignored, NAMED)}.`,
      ),
    ...(isDone
      ? sheets.filter((sheet) => sheet.entity === null).map((sheet) => `Sheet ${sheet.name} was not imported.`)
      : []),
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

const NAMED = 12;
