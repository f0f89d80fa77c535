import { memo, useEffect, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from "react";
import { formatDuration } from "~/domain/time/format";
import { IconButton } from "~/ui/button";
import { ColourDot } from "~/ui/feedback/dots";
import { useBrowserLayoutEffect } from "~/ui/use-mounted";
import { atPercent, clockOf, segmentsPath, stopNear, timelineScale, type TimelineClock, type TimelineScale } from "./timeline-scale";
import type { TimelineRow, TimelineStop } from "./timeline-types";
import { WindowLanes } from "./window-lanes";
import styles from "./timeline.module.css";

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
  onSelect?: (stopId: number, how: { extend: boolean }) => void;
  onSelectRoute?: (routeId: number) => void;
}

const NONE: ReadonlySet<number> = new Set();
/** How near to a stop the pointer has to be, in px. */
const REACH_PX = 8;
/** With more stops selected, their windows would only cover each other. */
const BRACKETS_MAX = 3;
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
    <div ref={box} className={styles.timeline} style={{ ["--zoom" as string]: zoom }} role="group" aria-label={label} data-timeline>
      <div className={styles.axis} aria-hidden="true">
        <span className={styles.corner} />
        <span className={styles.ticks}>
          {scale.ticks.map((sec) => <span key={sec} className={`${styles.tick} num`} style={{ left: `${atPercent(sec, scale)}%` }}>{clock(sec)}</span>)}
        </span>
      </div>
      <div className={styles.rows}>
        <div className={styles.grid} aria-hidden="true">
          {scale.ticks.map((sec) => <span key={sec} className={styles.gridLine} style={{ left: `${atPercent(sec, scale)}%` }} />)}
          {nowShown && <span className={styles.now} style={{ left: `${atPercent(nowSec, scale)}%` }} />}
        </div>
        {rows.map((row) => {
          const mine = (id: number | null | undefined) => (id != null && row.stops.some((stop) => stop.id === id) ? id : null);
          return (
            <Row
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
          <IconButton icon="minus" label="Show more of the day" disabledReason={zoom <= 1 ? "The whole day is in sight." : undefined} onClick={() => zoomBy(0.5)} />
          <IconButton icon="plus" label="Show less of the day, larger" disabledReason={zoom >= ZOOM_MAX ? "It can’t be larger." : undefined} onClick={() => zoomBy(2)} />
        </span>
        <span><i data-kind="driving" />driving</span>
        <span><i data-kind="service" />service</span>
        <span><i data-kind="waiting" />waiting</span>
        <span><i data-kind="break" />break</span>
        <span><i data-kind="late" />late</span>
        <span><i data-kind="overtime" />overtime</span>
        <span><i data-kind="over" />after working hours</span>
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
    if (element && middle.current !== null) element.scrollLeft = middle.current * element.scrollWidth - element.clientWidth / 2;
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
    const [first, last] = [row.getBoundingClientRect(), (row.nextElementSibling?.matches("[data-lanes]") ? row.nextElementSibling : row).getBoundingClientRect()];
    const head = row.parentElement?.previousElementSibling?.getBoundingClientRect().height ?? 0;
    if (first.top < top + head) scrolled.scrollTop += first.top - top - head;
    else if (last.bottom > bottom) scrolled.scrollTop += Math.min(last.bottom - bottom, first.top - top - head);
  }, [box, routeId]);
}

/** Brings an instant of a row into sight, when the timeline is wider than its window. */
function showInstant(track: HTMLElement, share: number): void {
  const box = track.closest<HTMLElement>("[data-timeline]");
  if (!box || box.scrollWidth <= box.clientWidth) return;
  const at = track.offsetLeft + share * track.offsetWidth;
  if (at < box.scrollLeft + track.offsetLeft || at > box.scrollLeft + box.clientWidth - 24) box.scrollLeft = at - box.clientWidth / 2;
}

interface RowProps extends Pick<RouteTimelineProps, "onHover" | "onSelect" | "onSelectRoute"> {
  row: TimelineRow;
  scale: TimelineScale;
  clock: TimelineClock;
  selected: boolean;
  faded: boolean;
  hoveredStopId: number | null;
  selectedStopIds: ReadonlySet<number>;
}

const Row = memo(function Row({ row, scale, clock, selected, faded, hoveredStopId, selectedStopIds, onHover, onSelect, onSelectRoute }: RowProps) {
  const track = useRef<HTMLDivElement>(null);
  const paths = useMemo(() => ({
    driving: segmentsPath(row, ["driving"], 46, 54),
    waiting: segmentsPath(row, ["waiting"], 30, 70),
    service: segmentsPath(row, ["service"], 20, 80),
    break: segmentsPath(row, ["break"], 28, 72),
  }), [row]);
  const width = scale.toSec - scale.fromSec;
  const marked = row.stops.filter((stop) => stop.id === hoveredStopId || selectedStopIds.has(stop.id));
  const late = row.stops.filter((stop) => stop.late);
  const hovered = row.stops.find((stop) => stop.id === hoveredStopId);
  const first = row.segments[0];
  const last = row.segments[row.segments.length - 1];
  const overtime = row.overtimeSec ?? 0;

  const at = (event: { clientX: number }): TimelineStop | null => {
    const box = track.current?.getBoundingClientRect();
    if (!box || box.width === 0) return null;
    const perPx = width / box.width;
    return stopNear(row, scale.fromSec + (event.clientX - box.left) * perPx, REACH_PX * perPx);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const index = row.stops.findIndex((stop) => stop.id === hoveredStopId);
    const to = { ArrowRight: index + 1, ArrowLeft: index < 0 ? row.stops.length - 1 : index - 1, Home: 0, End: row.stops.length - 1 }[event.key];
    if (to !== undefined && !event.altKey) {
      event.preventDefault();
      const stop = row.stops[Math.max(0, Math.min(row.stops.length - 1, to))];
      onHover?.(stop?.id ?? null);
      if (stop && track.current) showInstant(track.current, atPercent(stop.beginSec, scale) / 100);
    } else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      const rows = [...(track.current?.closest("[data-timeline]")?.querySelectorAll<HTMLElement>("[data-track]") ?? [])];
      const next = rows[rows.indexOf(track.current!) + (event.key === "ArrowDown" ? 1 : -1)];
      if (next) {
        event.preventDefault();
        next.focus();
      }
    } else if (event.key === "Enter" && hovered) {
      event.preventDefault();
      onSelect?.(hovered.id, { extend: event.shiftKey });
    }
  };
  const pattern = `wait-${row.id}`;
  return (
    <>
    <div className={styles.row} data-row-id={row.id} data-selected={selected || undefined} data-faded={faded || undefined}>
      <button type="button" className={styles.name} onClick={() => onSelectRoute?.(row.id)} aria-pressed={selected} title={row.detail === undefined ? row.name : `${row.name} · ${row.detail}`}>
        <ColourDot colour={row.colour} square={row.square} />
        <span className="cut">{row.name}{row.detail !== undefined && <span className={styles.detail}> · {row.detail}</span>}</span>
      </button>
      <div
        ref={track}
        className={styles.track}
        data-track
        tabIndex={0}
        role="group"
        aria-label={first && last ? `${row.name}: ${row.stops.length} stops, ${clock(first.startSec)} to ${clock(last.endSec)}. Left and right go from stop to stop, up and down from route to route, Enter opens.` : `${row.name}: nothing planned`}
        onKeyDown={onKeyDown}
        onPointerMove={onHover && ((event) => onHover(at(event)?.id ?? null))}
        onPointerLeave={onHover && (() => onHover(null))}
        onClick={(event) => {
          const stop = at(event);
          if (stop) onSelect?.(stop.id, { extend: event.shiftKey || event.ctrlKey || event.metaKey });
          else onSelectRoute?.(row.id);
        }}
      >
        {row.shiftStartSec != null && row.shiftEndSec != null && (
          <>
            <span className={styles.shift} style={{ left: `${atPercent(row.shiftStartSec, scale)}%`, width: `${((row.shiftEndSec - overtime - row.shiftStartSec) / width) * 100}%` }} />
            {overtime > 0 && <span className={styles.overtime} style={{ left: `${atPercent(row.shiftEndSec - overtime, scale)}%`, width: `${(overtime / width) * 100}%` }} />}
          </>
        )}
        <svg className={styles.svg} viewBox={`${scale.fromSec} 0 ${width} 100`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
          <defs>
            <pattern id={pattern} width={width / 240} height="25" patternUnits="userSpaceOnUse">
              <rect width={width / 480} height="25" fill={row.colour} opacity="0.45" />
            </pattern>
          </defs>
          <path d={paths.driving} fill={row.colour} />
          <path d={paths.break} className={styles.break} />
          <path d={paths.waiting} fill={`url(#${pattern})`} />
          <path d={paths.service} fill={row.colour} className={styles.service} />
        </svg>
        {row.shiftEndSec != null && last && last.endSec > row.shiftEndSec && (
          <span className={styles.over} style={{ left: `${atPercent(row.shiftEndSec, scale)}%`, width: `${((last.endSec - row.shiftEndSec) / width) * 100}%` }} title={`${formatDuration(last.endSec - row.shiftEndSec)} after working hours`} />
        )}
        {late.map((stop) => <span key={`late-${stop.id}`} className={styles.late} style={{ left: `${atPercent(stop.beginSec, scale)}%` }} />)}
        {marked.map((stop) => (
          <Bracket key={stop.id} stop={stop} scale={scale} withWindow={stop.id === hoveredStopId || selectedStopIds.size <= BRACKETS_MAX} />
        ))}
        {hovered && (
          <span className={styles.tip} data-side={atPercent(hovered.beginSec, scale) > 50 ? "left" : "right"} style={{ left: `${atPercent(hovered.beginSec, scale)}%` }} role="status">
            {hovered.label} {hovered.name} · <span className="num">{timesText(hovered, clock)}</span>{windowText(hovered, clock)}
          </span>
        )}
      </div>
    </div>
    {selected && <WindowLanes row={row} scale={scale} clock={clock} hoveredStopId={hoveredStopId} selectedStopIds={selectedStopIds} onHover={onHover} onSelect={onSelect} />}
    </>
  );
});

function Bracket({ stop, scale, withWindow }: { stop: TimelineStop; scale: TimelineScale; withWindow: boolean }) {
  const from = Math.max(scale.fromSec, stop.windowStartSec ?? scale.fromSec);
  const to = Math.min(scale.toSec, stop.windowEndSec ?? scale.toSec);
  return (
    <>
      {withWindow && to > from && (stop.windowStartSec !== null || stop.windowEndSec !== null) && (
        <span className={styles.bracket} style={{ left: `${atPercent(from, scale)}%`, width: `${atPercent(to, scale) - atPercent(from, scale)}%` }} data-open-start={stop.windowStartSec === null || undefined} data-open-end={stop.windowEndSec === null || undefined} />
      )}
      <span className={styles.mark} style={{ left: `${atPercent(stop.beginSec, scale)}%` }} />
    </>
  );
}

/** 'ETA 08:49, begin 09:30': the time that the list shows, and the begin where that is later. */
function timesText({ timeLabel, shownSec, beginSec }: TimelineStop, clock: TimelineClock): string {
  const shown = `${timeLabel} ${clock(shownSec)}`;
  return beginSec - shownSec >= 60 ? `${shown}, begin ${clock(beginSec)}` : shown;
}

function windowText({ windowStartSec, windowEndSec, beginSec, late }: TimelineStop, clock: TimelineClock): string {
  const parts: string[] = [];
  if (windowStartSec !== null || windowEndSec !== null) parts.push(`window ${windowStartSec === null ? "" : clock(windowStartSec)}–${windowEndSec === null ? "" : clock(windowEndSec)}`);
  if (late) parts.push(windowEndSec !== null && beginSec > windowEndSec ? `late by ${formatDuration(beginSec - windowEndSec)}` : "late");
  return parts.map((part) => ` · ${part}`).join("");
}
