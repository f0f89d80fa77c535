import { withDayWords } from "~/domain/time/service-clock";
import { ANY_TIME } from "~/domain/time/time-window";
import { memo, useMemo, useRef } from "react";
import { pressOf, type Press } from "~/ui/press";
import { routeColours } from "~/ui/route-colours";
import { lanesPaths, LANE_PX, type TimelineClock, type TimelineScale, stopWindow } from "./timeline-scale";
import type { TimelineRow } from "./timeline-types";
import styles from "./window-lanes.module.css";

interface WindowLanesProps {
  row: TimelineRow;
  scale: TimelineScale;
  clock: TimelineClock;
  hoveredStopId: number | null;
  selectedStopIds: ReadonlySet<number>;
  onHover?: ((stopId: number | null) => void) | undefined;
  onSelect?: ((stopId: number, how: Press) => void) | undefined;
}

/**
 * The windows of all stops of an opened route: a lane for each stop in the order of driving, its window as a line with
 * short ends, its service on it. On one line they would only cover each other.
 */
export const WindowLanes = memo(function WindowLanes({
  row,
  scale,
  clock,
  hoveredStopId,
  selectedStopIds,
  onHover,
  onSelect,
}: WindowLanesProps) {
  const box = useRef<HTMLDivElement>(null);
  const paths = useMemo(() => lanesPaths(row, scale), [row, scale]);
  const stopAt = (event: { clientY: number }) => {
    const top = box.current?.getBoundingClientRect().top;
    return top === undefined ? null : (row.stops[Math.floor((event.clientY - top) / LANE_PX)] ?? null);
  };
  if (row.stops.length === 0) return null;
  const highlighted = row.stops.flatMap((stop, lane) =>
    stop.id === hoveredStopId || selectedStopIds.has(stop.id) ? [{ stop, lane }] : [],
  );
  return (
    <div className={styles.lanes} data-lanes={row.stops.length}>
      <ul className="visually-hidden" aria-label={`${row.name}: time windows`}>
        {row.stops.map((stop) => (
          <li key={stop.id}>
            {stop.label} {stop.name}:{" "}
            {withDayWords(`${stopWindow(stop, clock) ?? ANY_TIME}, begin ${clock(stop.beginSec)}`)}
            {stop.late ? ", late" : ""}
          </li>
        ))}
      </ul>
      <div
        ref={box}
        className={styles.lanesBox}
        style={{ height: row.stops.length * LANE_PX }}
        onPointerMove={onHover && ((event) => onHover(stopAt(event)?.id ?? null))}
        onPointerLeave={onHover && (() => onHover(null))}
        onClick={(event) => {
          const stop = stopAt(event);
          if (stop) onSelect?.(stop.id, pressOf(event.nativeEvent));
        }}
      >
        {highlighted.map(({ stop, lane }) => (
          <span key={stop.id} className={styles.laneMark} style={{ top: lane * LANE_PX, height: LANE_PX }} />
        ))}
        <svg
          className={`${styles.svg} route-colour`}
          style={routeColours(row.colour)}
          viewBox={`${scale.fromSec} 0 ${scale.toSec - scale.fromSec} ${row.stops.length * LANE_PX}`}
          preserveAspectRatio="none"
          aria-hidden="true"
          focusable="false"
        >
          <path d={paths.windows} className={styles.laneWindow} />
          <path d={paths.service} className={styles.laneService} />
          <path d={paths.late} className={styles.laneLate} />
        </svg>
      </div>
    </div>
  );
});
