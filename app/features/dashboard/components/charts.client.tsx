/** Drawn with Recharts, which comes in a file of its own once the page is up. */
import { BarChart, LineChart } from "@mantine/charts";
import "@mantine/charts/styles.css";
import type { ChartPoint } from "../chart-points";

const SHARED = { h: 240, dataKey: "period", withLegend: true, tooltipAnimationDuration: 0 } as const;
/** The table beside it is what keyboards and screen readers get. */
const UNFOCUSED = { accessibilityLayer: false } as const;
const WHOLE = { allowDecimals: false } as const;

export function VisitsChart({ points }: { points: readonly ChartPoint[] }) {
  return (
    <BarChart
      {...SHARED}
      data={[...points]}
      type="stacked"
      series={[
        { name: "Done", color: "var(--status-green-dot)" },
        { name: "Failed", color: "var(--status-red-dot)" },
        { name: "Not reported", color: "var(--status-grey-dot)" },
      ]}
      yAxisProps={WHOLE}
      maxBarWidth={40}
      barChartProps={UNFOCUSED}
      barProps={{ isAnimationActive: false }}
    />
  );
}

export function SharesChart({ points }: { points: readonly ChartPoint[] }) {
  return (
    <LineChart
      {...SHARED}
      data={[...points]}
      series={[
        { name: "On time", color: "var(--status-blue-dot)" },
        { name: "Promise kept", color: "var(--status-amber-dot)" },
      ]}
      unit="%"
      curveType="linear"
      connectNulls={false}
      yAxisProps={{ domain: [0, 100] }}
      lineChartProps={UNFOCUSED}
      lineProps={{ isAnimationActive: false }}
    />
  );
}
