import type { ReactNode } from "react";
import { Link } from "@remix-run/react";
import type { Aim } from "~/domain/calculation/aim";
import type { TravelWords } from "~/domain/plan/travel-words";
import { costInWords } from "~/domain/calculation/cost";
import { formatNumber } from "~/domain/format-number";
import { formatDuration } from "~/domain/time/format";
import { routesInUse } from "~/domain/route/route-count";
import { fullerLoad } from "~/domain/vehicle/load-share";
import { paths } from "~/paths";
import { LoadBar } from "~/ui/feedback/bars";
import { Icon } from "~/ui/icons";
import type { PlanTotals } from "../list/plan-rows";
import type { Figure } from "../list/visit-filter";
import { TravelWord } from "./travel-word";
import styles from "./plan-header.module.css";
import { formatDistance } from "~/domain/format-units";
import { useUnits } from "~/ui/use-units";

interface PlanFiguresProps {
  planId: number;
  /** of its calculations: what a cost means */
  aim: Aim;
  totals: PlanTotals;
  /** the figure whose visits the list shows */
  shown: Figure | null;
  /** where the times come from */
  travel: TravelWords;
}

/** The plan in figures. Each links to what it counts: the list then shows only those visits or routes. */
export function PlanFigures({ planId, aim, totals, shown, travel }: PlanFiguresProps) {
  const units = useUnits();
  const fact = (figure: Figure, title: string, children: ReactNode, tone?: "amber" | "red") => (
    <Link
      to={shown === figure ? paths.plan(planId) : paths.plan(planId, { show: figure })}
      className={styles.fact}
      data-tone={tone}
      data-figure={figure}
      aria-current={shown === figure ? "true" : undefined}
      title={shown === figure ? "Show all visits again" : title}
      preventScrollReset
    >
      {children}
    </Link>
  );
  const load = fullerLoad(totals.loads, units);
  const cost = costInWords(aim, totals.cost);
  return (
    <div className={`${styles.figures} ${styles.reserved} num`}>
      <div className={styles.facts}>
        {fact(
          "scheduled",
          "Visits that are on a route, of all visits",
          <>
            <b>
              {formatNumber(totals.scheduled)}/{formatNumber(totals.visits)}
            </b>{" "}
            <span className={styles.word}>scheduled</span>
          </>,
        )}
        {totals.routes > 0 &&
          totals.unscheduled > 0 &&
          fact(
            "unscheduled",
            "Visits that are on no route",
            `${formatNumber(totals.unscheduled)} unscheduled`,
            "amber",
          )}
        {totals["no-place"] > 0 &&
          fact(
            "no-place",
            "Visits that can't be planned before their place is set",
            <>
              <Icon name="alert" size={14} /> {formatNumber(totals["no-place"])} without a place
            </>,
            "amber",
          )}
        {totals["no-place"] > 0 && (
          <Link to={paths.fixPlaces({ plan: planId })} className={styles.fact} data-tone="amber">
            Set places
          </Link>
        )}
        {totals.late > 0 &&
          fact(
            "late",
            "Visits whose service begins after their time window: as planned, or as it was done",
            `${formatNumber(totals.late)} late`,
            "amber",
          )}
        {totals.approved > 0 &&
          fact(
            "done",
            "Visits that are done, of all visits",
            <>
              <b>
                {formatNumber(totals.done)}/{formatNumber(totals.visits)}
              </b>{" "}
              done
            </>,
          )}
        {totals.failed > 0 &&
          fact("failed", "Visits that could not be served", `${formatNumber(totals.failed)} failed`, "red")}
        {fact("distance", "Distance of all routes", <b>{formatDistance(totals.distanceM, units)}</b>)}
        {fact(
          "time",
          "Driving, waiting and service of all routes; of those that have left, from then to their end",
          <b>{formatDuration(totals.workSec)}</b>,
        )}
        {totals.waitSec >= 60 &&
          fact(
            "waiting",
            "Waiting before the service may begin, on all routes",
            <>
              <b>{formatDuration(totals.waitSec)}</b> waiting
            </>,
          )}
        {load !== null &&
          fact(
            "load",
            `Load of all routes: ${load.text}`,
            <LoadBar label="Load" used={load.used} limit={load.limit} text={load.text} width={32} />,
          )}
        {totals.cost > 0 &&
          fact(
            "cost",
            `Cost of all routes. ${cost.counts}.`,
            <>
              cost <b>{cost.text}</b>
            </>,
          )}
        {fact("routes", "Routes that have visits", <b>{routesInUse(totals.routes, totals.allRoutes)}</b>)}
      </div>
      {totals.routes > 0 && <TravelWord travel={travel} />}
    </div>
  );
}
