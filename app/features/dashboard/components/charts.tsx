import { Component, lazy, Suspense, type ReactNode } from "react";
import { formatNumber } from "~/domain/format-number";
import { DataTable } from "~/ui/table/data-table";
import type { Column } from "~/ui/table/data-table";
import { useMounted } from "~/ui/use-mounted";
import type { FigureRow } from "../queries/dashboard.server";
import { chartDays } from "./chart-days";
import type { ChartDay } from "./chart-days";
import styles from "./dashboard.module.css";

const load = () => import("./charts.client");
const VisitsChart = lazy(async () => ({ default: (await load()).VisitsChart }));
const SharesChart = lazy(async () => ({ default: (await load()).SharesChart }));

const number = (value: number | null, unit = ""): string => (value === null ? "–" : `${formatNumber(value, 1)}${unit}`);

const DAY: Column<ChartDay> = { id: "day", header: "Day", cell: ({ day }) => day };
const column = (name: Exclude<keyof ChartDay, "day">, unit?: string): Column<ChartDay> => ({
  id: name,
  header: name,
  numeric: true,
  cell: (day) => number(day[name], unit),
});
const VISITS = [DAY, column("Done"), column("Failed"), column("Not reported")];
const SHARES = [DAY, column("On time", "%"), column("Promise kept", "%")];

/** Day by day, each drawing with its table: what the drawing says to eyes, the table says to everybody. */
export function Charts({ byDay }: { byDay: readonly FigureRow[] }) {
  const days = chartDays(byDay);
  return (
    <div className={styles.charts}>
      <Chart title="Visits by day" columns={VISITS} days={days}>
        <VisitsChart days={days} />
      </Chart>
      <Chart title="On time and promises kept by day" columns={SHARES} days={days}>
        <SharesChart days={days} />
      </Chart>
    </div>
  );
}

function Chart({
  title,
  columns,
  days,
  children,
}: {
  title: string;
  columns: Column<ChartDay>[];
  days: readonly ChartDay[];
  children: ReactNode;
}) {
  const mounted = useMounted();
  return (
    <figure className={styles.chart}>
      <figcaption>{title}</figcaption>
      {mounted && (
        <div className={styles.drawing} aria-hidden="true" data-chart>
          <ChartBoundary>
            <Suspense fallback={null}>{children}</Suspense>
          </ChartBoundary>
        </div>
      )}
      <details className={styles.behind} open={mounted ? undefined : true}>
        <summary>The figures as a table</summary>
        <DataTable label={title} columns={columns} rows={days} rowKey={({ day }) => day} />
      </details>
    </figure>
  );
}

/** When the charts' file can't be loaded, the tables stay. */
class ChartBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? "The chart could not be loaded; its table is below." : this.props.children;
  }
}
