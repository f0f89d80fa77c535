import { rates } from "~/domain/figures/figures";
import type { PeriodFigures } from "~/domain/figures/periods";

/** What the charts draw of a day or a week; the names are those of the legend. */
export interface ChartPoint {
  period: string;
  Done: number;
  Failed: number;
  "Not reported": number;
  /** of 100, to one decimal; null: nothing to tell it by */
  "On time": number | null;
  "Promise kept": number | null;
}

const percent = (share: number | null): number | null => (share === null ? null : Math.round(share * 1000) / 10);

export const chartPoints = (periods: readonly PeriodFigures[]): ChartPoint[] =>
  periods.map(({ title, sums }) => ({
    period: title,
    Done: sums.delivered,
    Failed: sums.failed,
    "Not reported": sums.visits - sums.delivered - sums.failed,
    "On time": percent(rates(sums).onTime),
    "Promise kept": percent(rates(sums).kept),
  }));
