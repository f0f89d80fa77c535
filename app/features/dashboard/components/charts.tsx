import { Component, lazy, Suspense, type ReactNode } from "react";
import { formatNumber } from "~/domain/format-number";
import { loadModule } from "~/lib/load-module";
import { DataTable } from "~/ui/table/data-table";
import type { Column } from "~/ui/table/data-table";
import { useMounted } from "~/ui/use-mounted";
import type { Period } from "~/domain/figures/periods";
import type { ChartPoint } from "../chart-points";
import styles from "./dashboard.module.css";

const load = () => loadModule(() => import("./charts.client"));
const VisitsChart = lazy(async () => ({ default: (await load()).VisitsChart }));
const SharesChart = lazy(async () => ({ default: (await load()).SharesChart }));

const number = (value: number | null, unit = ""): string => (value === null ? "–" : `${formatNumber(value, 1)}${unit}`);

const column = (name: Exclude<keyof ChartPoint, "period">, unit?: string): Column<ChartPoint> => ({
  id: name,
  header: name,
  numeric: true,
  cell: (point) => number(point[name], unit),
});
const VISITS = [column("Done"), column("Failed"), column("Not reported")];
const SHARES = [column("On time", "%"), column("Promise kept", "%")];

/** In their order, each drawing with its table: what the drawing says to eyes, the table says to everybody. */
export function Charts({ period, points }: { period: Period; points: readonly ChartPoint[] }) {
  const header = period === "day" ? "Day" : "Week";
  const first: Column<ChartPoint> = { id: "period", header, cell: (point) => point.period };
  return (
    <div className={styles.charts}>
      <Chart title={`Visits by ${period}`} columns={[first, ...VISITS]} points={points}>
        <VisitsChart points={points} />
      </Chart>
      <Chart title={`On time and promises kept by ${period}`} columns={[first, ...SHARES]} points={points}>
        <SharesChart points={points} />
      </Chart>
    </div>
  );
}

function Chart({
  title,
  columns,
  points,
  children,
}: {
  title: string;
  columns: Column<ChartPoint>[];
  points: readonly ChartPoint[];
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
        <DataTable label={title} columns={columns} rows={points} rowKey={({ period }) => period} />
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
