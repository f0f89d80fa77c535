import { useEffect, useMemo, useRef, useState, type RefObject } from "react";
import { DayTimes } from "~/ui/day-times";
import { IconButton } from "~/ui/button";
import type { Press } from "~/ui/press";
import { useBrowserLayoutEffect } from "~/ui/use-mounted";
import { atPercent, clockOf, timelineScale, type TimelineClock } from "./timeline-scale";
import type { TimelineRow } from "./timeline-types";
import { TimelineLine } from "./timeline-line";
import styles from "./route-timeline.module.css";

export interface RouteTimelineProps {
  label: string;
  rows: readonly TimelineRow[];
  /** Seconds since the service date's midnight; null on other days. The caller reads the clock. */
  nowSec?: number | null;
  /** Default: every day has 24 hours. */
  clock?: TimelineClock;
  selectedRouteId?: number | null;
  hoveredStopId?: number | null;
  selectedStopIds?: ReadonlySet<number>;
  onHover?: (stopId: number | null) => void;
  onSelect?: (stopId: number, how: Press) => void;
  onSelectRoute?: (routeId: number) => void;
}

const NONE: ReadonlySet<number> = new Set();
/** How much wider than the window it can be drawn. */
const ZOOM_MAX = 8;

/** px of a timeline with so many rows: what a page keeps free for it. */
export const timelineHeightPx = (rows: number): number => 28 + rows * 32 + 24;

/**
 * One line per route: driving thin, service in the route's colour, waiting hatched, breaks grey, windows as brackets
 * for the stops that stand out, and under an opened route those of all its stops. A few paths per row, so that 40
 * routes stay light.
 */
export function RouteTimeline({ label, rows, nowSec = null, clock = clockOf, ...rest }: RouteTimelineProps) {
  const { box, zoom, zoomBy } = useZoom();
  const scale = useMemo(() => timelineScale(rows, nowSec, zoom), [rows, nowSec, zoom]);
  useShowRow(box, rest.selectedRouteId ?? null);
  const nowShown = nowSec !== null && nowSec >= scale.fromSec && nowSec <= scale.toSec;
  return (
    <div
      ref={box}
      className={styles.timeline}
      style={{ ["--zoom" as string]: zoom }}
      role="group"
      aria-label={label}
      data-timeline
    >
      <div className={styles.axis} aria-hidden="true">
        <span className={styles.corner} />
        <span className={styles.ticks}>
          {scale.ticks.map((sec) => (
            <span key={sec} className={`${styles.tick} num`} style={{ left: `${atPercent(sec, scale)}%` }}>
              <DayTimes text={clock(sec)} />
            </span>
          ))}
        </span>
      </div>
      <div className={styles.rows}>
        <div className={styles.grid} aria-hidden="true">
          {scale.ticks.map((sec) => (
            <span key={sec} className={styles.gridLine} style={{ left: `${atPercent(sec, scale)}%` }} />
          ))}
          {nowShown && <span className={styles.now} data-now style={{ left: `${atPercent(nowSec, scale)}%` }} />}
        </div>
        {rows.map((row) => {
          const mine = (id: number | null | undefined) =>
            id != null && row.stops.some((stop) => stop.id === id) ? id : null;
          return (
            <TimelineLine
              key={row.id}
              row={row}
              scale={scale}
              clock={clock}
              selected={rest.selectedRouteId === row.id}
              faded={rest.selectedRouteId != null && rest.selectedRouteId !== row.id}
              hoveredStopId={mine(rest.hoveredStopId)}
              selectedStopIds={rest.selectedStopIds ?? NONE}
              onHover={rest.onHover}
              onSelect={rest.onSelect}
              onSelectRoute={rest.onSelectRoute}
            />
          );
        })}
      </div>
      <div className={styles.legend}>
        <span className={styles.zoom}>
          <IconButton
            icon="minus"
            label="Show more of the day"
            disabledReason={zoom <= 1 ? "The whole day is in sight." : undefined}
            onClick={() => zoomBy(0.5)}
          />
          <IconButton
            icon="plus"
            label="Show less of the day, larger"
            disabledReason={zoom >= ZOOM_MAX ? "It can’t be larger." : undefined}
            onClick={() => zoomBy(2)}
          />
        </span>
        <span>
          <i data-kind="driving" />
          driving
        </span>
        <span>
          <i data-kind="service" />
          service
        </span>
        <span>
          <i data-kind="waiting" />
          waiting
        </span>
        <span>
          <i data-kind="break" />
          break
        </span>
        <span>
          <i data-kind="late" />
          late
        </span>
        <span>
          <i data-kind="overtime" />
          overtime
        </span>
        <span>
          <i data-kind="over" />
          after working hours
        </span>
      </div>
    </div>
  );
}

/** Wider and narrower by buttons and Ctrl with the wheel; what stands in the middle stays there. */
function useZoom() {
  const box = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState(1);
  const middle = useRef<number | null>(null);
  const zoomBy = (factor: number) => {
    const element = box.current;
    if (element) middle.current = (element.scrollLeft + element.clientWidth / 2) / element.scrollWidth;
    setZoom((old) => Math.max(1, Math.min(ZOOM_MAX, old * factor)));
  };
  const latest = useRef(zoomBy);
  latest.current = zoomBy;
  useBrowserLayoutEffect(() => {
    const element = box.current;
    if (element && middle.current !== null)
      element.scrollLeft = middle.current * element.scrollWidth - element.clientWidth / 2;
    middle.current = null;
  }, [zoom]);
  useEffect(() => {
    const element = box.current;
    // React's own wheel listener may not keep the browser from zooming the page.
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      latest.current(event.deltaY < 0 ? 2 : 0.5);
    };
    element?.addEventListener("wheel", onWheel, { passive: false });
    return () => element?.removeEventListener("wheel", onWheel);
  }, []);
  return { box, zoom, zoomBy };
}

/** Brings the opened route and its windows into sight, when the timeline has more rows than its box. */
function useShowRow(box: RefObject<HTMLDivElement>, routeId: number | null): void {
  useEffect(() => {
    const scrolled = box.current?.parentElement;
    const row = routeId === null ? null : box.current?.querySelector<HTMLElement>(`[data-row-id="${routeId}"]`);
    if (!scrolled || !row) return;
    const { top, bottom } = scrolled.getBoundingClientRect();
    const [first, last] = [
      row.getBoundingClientRect(),
      (row.nextElementSibling?.matches("[data-lanes]") ? row.nextElementSibling : row).getBoundingClientRect(),
    ];
    const head = row.parentElement?.previousElementSibling?.getBoundingClientRect().height ?? 0;
    if (first.top < top + head) scrolled.scrollTop += first.top - top - head;
    else if (last.bottom > bottom) scrolled.scrollTop += Math.min(last.bottom - bottom, first.top - top - head);
  }, [box, routeId]);
}
