import { DayTimes } from "~/ui/day-times";
import { missedStarts } from "~/domain/plan/plan-rules";
import { isWithinDay } from "~/domain/route/route-day";
import { planTime } from "~/domain/time/service-clock";
import { localTime } from "~/domain/time/time-zone";
import { ButtonLink } from "~/ui/button";
import { count } from "~/domain/format-number";
import { Icon } from "~/ui/icons";
import { useNowSec } from "~/ui/use-now";
import type { RouteItem } from "../plan-view";
import styles from "./calculation-bar.module.css";

interface MissedStartsProps {
  plan: { nowSec: number; serviceDate: string; midnight: number; dayEnds: number; timeZone: string };
  routes: readonly RouteItem[];
  settingsHref: string;
  mayUpdate: boolean;
}

const MINUTE_MS = 60_000;

/** A plan for today may begin at an hour that has passed. That is allowed, and the page says so. */
export function MissedStarts({ plan, routes, settingsHref, mayUpdate }: MissedStartsProps) {
  const nowSec = useNowSec(plan.nowSec, MINUTE_MS);
  const missed = isWithinDay(plan, nowSec) ? missedStarts(routes, nowSec) : [];
  const first = missed.reduce((least, route) => Math.min(least, route.start ?? least), Number.POSITIVE_INFINITY);
  if (missed.length === 0) return null;
  return (
    <div className={styles.bar} data-tone="warning" data-bar="missed" role="status">
      <Icon name="clock" size={18} />
      <p className={styles.text}>
        {count(missed.length, "route")} should have started already, {missed.length === 1 ? "at" : "the first at"}{" "}
        <span className="num">
          <DayTimes text={planTime(first, plan)} />
        </span>
        . It is <span className="num">{localTime(nowSec, plan.timeZone)}</span> now.
      </p>
      {mayUpdate && (
        <ButtonLink kind="quiet" icon="settings" to={settingsHref} preventScrollReset>
          Set later hours
        </ButtonLink>
      )}
    </div>
  );
}
