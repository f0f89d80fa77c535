import { useEffect, useMemo, useState } from "react";
import { isWithinDay } from "~/domain/route/route-day";
import { Icon } from "~/ui/icons";
import { RouteTimeline, timelineHeightPx, type RouteTimelineProps } from "~/ui/timeline/route-timeline";
import { wallClock } from "~/ui/timeline/timeline-scale";
import { useMounted } from "~/ui/use-mounted";
import { useNowSec } from "~/ui/use-now";
import { useHovered, type Hover } from "~/ui/hover";
import page from "../plan-page.module.css";
import styles from "./plan-timeline.module.css";
import { remember, remembered } from "~/lib/browser-memory";

interface PlanTimelineProps extends Omit<RouteTimelineProps, "hoveredStopId" | "onHover" | "clock" | "nowSec"> {
  hover: Hover;
  /** the plan's day and its clock */
  day: { midnight: number; dayEnds: number; timeZone: string; nowSec: number };
}

const MEMORY = "plan-timeline";
const MINUTE_MS = 60_000;

/**
 * The timeline under list and map; whether it is folded is remembered. It is rendered in the browser alone: its
 * thousand marks would be a third of the page's markup, and nothing on it works before scripts run.
 */
export function PlanTimeline({ hover, ...timeline }: PlanTimelineProps) {
  const [open, setOpen] = useState(true);
  const mounted = useMounted();
  useEffect(() => setOpen(remembered(MEMORY) !== "folded"), []);
  const fold = () => {
    remember(MEMORY, open ? "folded" : "open");
    setOpen(!open);
  };
  return (
    <section className={page.timeline} data-open={open || undefined} aria-label="Timeline">
      <button
        type="button"
        className={styles.head}
        aria-expanded={open}
        // Pressed before the page's scripts are there, it would do nothing and not say so.
        disabled={!mounted}
        onClick={fold}
      >
        <Icon name={open ? "chevron-down" : "chevron-up"} size={16} />
        Timeline
      </button>
      <div className={page.timelineBody} hidden={!open}>
        {timeline.rows.length === 0 ? (
          <p className={styles.empty}>The day of each route shows here once it has visits.</p>
        ) : mounted && open ? (
          <HoverTimeline hover={hover} {...timeline} />
        ) : (
          <div style={{ height: timelineHeightPx(timeline.rows.length) }}>
            <noscript>
              <p className={styles.empty}>The timeline needs JavaScript. All its times are in the list.</p>
            </noscript>
          </div>
        )}
      </div>
    </section>
  );
}

function HoverTimeline({ hover, day, ...timeline }: PlanTimelineProps) {
  const { midnight, timeZone } = day;
  const nowSec = useNowSec(day.nowSec, MINUTE_MS);
  const clock = useMemo(() => wallClock(midnight, timeZone), [midnight, timeZone]);
  return (
    <RouteTimeline
      {...timeline}
      clock={clock}
      nowSec={isWithinDay(day, nowSec) ? nowSec - midnight : null}
      hoveredStopId={useHovered(hover)}
      onHover={hover.set}
    />
  );
}
