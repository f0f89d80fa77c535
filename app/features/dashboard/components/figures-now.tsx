import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { failedFigure } from "~/domain/figures/figures";
import { count, formatNumber } from "~/domain/format-number";
import { formatDistance } from "~/domain/format-units";
import { formatDuration } from "~/domain/time/format";
import { FAIL_REASONS } from "~/domain/visit/fail-reasons";
import { useUnits } from "~/ui/use-units";
import { measureOf, measureText } from "../measures";
import type { DashboardData } from "../queries/dashboard.server";
import styles from "./dashboard.module.css";
import { visitsBehind } from "./links";

/** What a manager asks at the end of a day; each count leads to its visits. */
export function FiguresNow({ sums, routes, days }: Pick<DashboardData, "sums" | "routes" | "days">) {
  const units = useUnits();
  const text = (id: string) => measureText(measureOf(id), sums, units);
  const distance = (meters: number) => formatDistance(meters, units);
  const to = (behind: string) => visitsBehind(behind, days);
  const late = sums.judged - sums.on_time;
  const broken = sums.promised - sums.kept;
  const open = sums.visits - sums.delivered - sums.failed;
  return (
    <dl className={styles.figures}>
      <Figure label="Done" value={text("delivered")} to={sums.delivered > 0 ? to("delivered") : undefined}>
        of <Link to={to("visits")}>{count(sums.visits, "visit")}</Link> on {count(routes, "route")}
        {open > 0 && `, ${formatNumber(open)} not reported`}
      </Figure>
      <Figure label="Failed" value={text("failed")} to={sums.failed > 0 ? to("failed") : undefined}>
        <FailedBy sums={sums} to={to} />
      </Figure>
      <Figure label="On time" value={text("on-time")} to={sums.judged > 0 ? to("on_time") : undefined}>
        {sums.judged === 0 ? (
          "nothing done in a window that ends"
        ) : (
          <>
            {formatNumber(sums.on_time)} of <Link to={to("judged")}>{formatNumber(sums.judged)}</Link>,{" "}
            <Link to={to("late")}>{formatNumber(late)} late</Link>
          </>
        )}
      </Figure>
      <Figure label="Promised windows kept" value={text("kept")} to={sums.promised > 0 ? to("kept") : undefined}>
        {sums.promised === 0 ? (
          "no begin of a promised visit is known"
        ) : (
          <>
            {formatNumber(sums.kept)} of <Link to={to("promised")}>{formatNumber(sums.promised)}</Link>,{" "}
            <Link to={to("broken")}>{formatNumber(broken)} missed</Link>
          </>
        )}
      </Figure>
      <Figure label="Behind plan" value={text("overdue")} to={sums.overdue > 0 ? to("overdue") : undefined}>
        {count(sums.overdue, "visit")} done in turn, but later than planned
      </Figure>
      <Figure label="Out of turn" value={text("out-of-turn")} to={sums.out_of_turn > 0 ? to("out_of_turn") : undefined}>
        reported while another stop was next
      </Figure>
      <Figure label="Distance planned" value={text("planned-m")}>
        {sums.tracked_m === 0
          ? "no completed route shared its positions"
          : `driven ${distance(sums.driven_m)} of ${distance(sums.tracked_m)} where positions were shared`}
      </Figure>
      <Figure label="Time planned" value={text("planned-sec")}>
        {sums.timed_visits === 0
          ? "no route is completed"
          : `on the road ${formatDuration(sums.driven_sec)} of ${formatDuration(sums.timed_sec)} on completed routes`}
      </Figure>
      <Figure label="Load use" value={text("load")}>
        mean of {count(sums.loaded, "route")} with a limit, when fullest
      </Figure>
      <Figure label="Visits per hour" value={text("per-hour")}>
        on completed routes, from the start to the last report
      </Figure>
      <Figure label="Cost per visit" value={text("cost")}>
        {sums.priced_visits === 0 ? "no plan aims at the least cost" : "in plans that aim at the least cost"}
      </Figure>
    </dl>
  );
}

function FailedBy({ sums, to }: { sums: DashboardData["sums"]; to: (behind: string) => string }) {
  const reasons = [...FAIL_REASONS, { id: null, title: "No reason" }]
    .map(({ id, title }) => ({ figure: failedFigure(id), title }))
    .filter(({ figure }) => sums[figure] > 0)
    .sort((a, b) => sums[b.figure] - sums[a.figure]);
  if (reasons.length === 0) return "nothing failed";
  return (
    <ul className={styles.reasons}>
      {reasons.map(({ figure, title }) => (
        <li key={figure}>
          <Link to={to(figure)}>
            {title}: {formatNumber(sums[figure])}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** @param to the visits behind it; without: it is no count of visits */
export function Figure({
  label,
  value,
  to,
  tone,
  children,
}: {
  label: string;
  value: string;
  to?: string | undefined;
  tone?: "amber" | undefined;
  children: ReactNode;
}) {
  return (
    <div className={styles.figure} data-tone={tone}>
      <dt>{label}</dt>
      <dd className={`${styles.value} num`}>
        {to === undefined ? (
          value
        ) : (
          <Link to={to} title={`The visits behind “${label}”`}>
            {value}
          </Link>
        )}
      </dd>
      <dd className={`${styles.note} num`}>{children}</dd>
    </div>
  );
}
