import { count, formatNumber, formatPercent } from "~/domain/format-number";
import { formatDuration, secOf } from "~/domain/time/format";
import { WINDOW_COVERAGE } from "~/domain/visit/eta-window";
import { EmptyState } from "~/ui/page/states";
import { Panel } from "~/ui/page/page-header";
import { DataTable } from "~/ui/table/data-table";
import type { Column } from "~/ui/table/data-table";
import type { PromisedWindowsData, WidthRow } from "../queries/promised-windows.server";
import styles from "./dashboard.module.css";
import { Figure } from "./figures-now";

const duration = (minutes: number): string => formatDuration(secOf(minutes));

const AIM = Math.round(WINDOW_COVERAGE * 100);

/** Whether recipients were served when they were told, and how wide the windows are that they are told. */
export function PromisedWindows({ windows, widths }: PromisedWindowsData) {
  return (
    <>
      <Panel title="Promised windows">
        <p className={styles.lead}>
          When a route leaves, its recipients see a window. It is made to hold {AIM} of 100 arrivals.
        </p>
        {windows.visits === 0 ? <NoVisits windows={windows} /> : <Figures windows={windows} />}
      </Panel>
      <Panel title="Width of windows">
        <p className={styles.lead}>
          <WidthWords widths={widths} />
        </p>
        <DataTable
          label="Width of windows by the stops before the visit"
          columns={COLUMNS}
          rows={widths.steps}
          rowKey={(row) => row.from}
        />
      </Panel>
    </>
  );
}

function NoVisits({ windows: { days, untold } }: Pick<PromisedWindowsData, "windows">) {
  return (
    <EmptyState icon="clock" title={`No window to judge in the last ${days} days`} compact>
      {untold === 0
        ? "Once drivers report their stops, this shows how many were served within their window."
        : `${count(untold, "visit")} reported together with others, so nothing tells when the vehicle was there.`}
    </EmptyState>
  );
}

function Figures({ windows: { days, visits, early, late, widthMin, untold } }: Pick<PromisedWindowsData, "windows">) {
  const kept = visits - early - late;
  const share = Math.round((kept / visits) * 100);
  return (
    <dl className={styles.figures}>
      <Figure label="Kept" value={formatPercent(share)} tone={share < AIM ? "amber" : undefined}>
        {formatNumber(kept)} of {count(visits, "visit")} in the last {days} days
        {share < AIM && `, below the aim of ${formatPercent(AIM)}`}
      </Figure>
      <Figure label="Missed" value={formatNumber(early + late)}>
        {formatNumber(late)} too late, {formatNumber(early)} too early
      </Figure>
      <Figure label="Mean width" value={duration(widthMin)}>
        as told when the route left
      </Figure>
      {untold > 0 && (
        <Figure label="Not judged" value={formatNumber(untold)}>
          reported together with others: nothing tells when the vehicle was there
        </Figure>
      )}
    </dl>
  );
}

function WidthWords({ widths: { learntFrom, finished, least } }: Pick<PromisedWindowsData, "widths">) {
  if (learntFrom !== null)
    return (
      <>
        Learnt from your last {count(learntFrom, "finished visit")}: how far predictions were off. Renewed every hour.
      </>
    );
  if (finished >= least)
    return (
      <>
        The default. {formatNumber(finished)} visits are finished: within the hour it is learnt from them how far
        predictions are off.
      </>
    );
  return (
    <>
      The default, until {least} visits are finished ({formatNumber(finished)} so far). Then they are learnt from how
      far your own predictions are off.
    </>
  );
}

const COLUMNS: Column<WidthRow>[] = [
  { id: "stops", header: "Stops before the visit", grow: true, cell: stopsText },
  { id: "before", header: "Before ETA", numeric: true, cell: ({ beforeMin }) => duration(beforeMin) },
  { id: "after", header: "After ETA", numeric: true, cell: ({ afterMin }) => duration(afterMin) },
  {
    id: "width",
    header: "Window",
    numeric: true,
    cell: ({ beforeMin, afterMin }) => duration(beforeMin + afterMin),
  },
];

function stopsText({ from, to }: WidthRow): string {
  if (to === null) return `${from} and more`;
  if (from === 0) return "None: it is next";
  return from === to ? String(from) : `${from}–${to}`;
}
