import { memo, useMemo, useRef, type KeyboardEvent, type PointerEvent } from "react";
import { formatDuration } from "~/domain/time/format";
import { ColourDot } from "~/ui/feedback/dots";
import { atPercent, clockOf, segmentsPath, stopNear, timelineScale, type TimelineScale } from "./timeline-scale";
import type { TimelineRow, TimelineStop } from "./timeline-types";
import styles from "./timeline.module.css";

export interface RouteTimelineProps {
  label: string;
  rows: readonly TimelineRow[];
  /** Seconds since the service date's midnight; null on other days. The caller reads the clock. */
  nowSec?: number | null;
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

/** px of a timeline with so many rows: what a page keeps free for it. */
export const timelineHeightPx = (rows: number): number => 28 + rows * 32 + 24;

/**
 * One line per route: driving thin, service in the route's colour, waiting hatched, breaks grey, windows as
 * brackets for the stops that stand out. A few paths per row, so that 40 routes stay light.
 */
export function RouteTimeline({ label, rows, nowSec = null, ...rest }: RouteTimelineProps) {
  const scale = useMemo(() => timelineScale(rows, nowSec), [rows, nowSec]);
  const nowShown = nowSec !== null && nowSec >= scale.fromSec && nowSec <= scale.toSec;
  return (
    <div className={styles.timeline} role="group" aria-label={label}>
      <div className={styles.axis} aria-hidden="true">
        <span className={styles.corner} />
        <span className={styles.ticks}>
          {scale.ticks.map((sec) => <span key={sec} className={`${styles.tick} num`} style={{ left: `${atPercent(sec, scale)}%` }}>{clockOf(sec)}</span>)}
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
      <div className={styles.legend} aria-hidden="true">
        <span><i data-kind="driving" />driving</span>
        <span><i data-kind="service" />service</span>
        <span><i data-kind="waiting" />waiting</span>
        <span><i data-kind="break" />break</span>
        <span><i data-kind="late" />late</span>
      </div>
    </div>
  );
}

interface RowProps extends Pick<RouteTimelineProps, "onHover" | "onSelect" | "onSelectRoute"> {
  row: TimelineRow;
  scale: TimelineScale;
  selected: boolean;
  faded: boolean;
  hoveredStopId: number | null;
  selectedStopIds: ReadonlySet<number>;
}

const Row = memo(function Row({ row, scale, selected, faded, hoveredStopId, selectedStopIds, onHover, onSelect, onSelectRoute }: RowProps) {
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

  const at = (event: PointerEvent): TimelineStop | null => {
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
      onHover?.(row.stops[Math.max(0, Math.min(row.stops.length - 1, to))]?.id ?? null);
    } else if (event.key === "Enter" && hovered) {
      event.preventDefault();
      onSelect?.(hovered.id, { extend: event.shiftKey });
    }
  };
  const pattern = `wait-${row.id}`;
  return (
    <div className={styles.row} data-selected={selected || undefined} data-faded={faded || undefined}>
      <button type="button" className={styles.name} onClick={() => onSelectRoute?.(row.id)} aria-pressed={selected} title={row.detail === undefined ? row.name : `${row.name} · ${row.detail}`}>
        <ColourDot colour={row.colour} />
        <span className="cut">{row.name}{row.detail !== undefined && <span className={styles.detail}> · {row.detail}</span>}</span>
      </button>
      <div
        ref={track}
        className={styles.track}
        tabIndex={0}
        role="group"
        aria-label={first && last ? `${row.name}: ${row.stops.length} stops, ${clockOf(first.startSec)} to ${clockOf(last.endSec)}. Left and right go from stop to stop.` : `${row.name}: nothing planned`}
        onKeyDown={onKeyDown}
        onPointerMove={onHover && ((event) => onHover(at(event)?.id ?? null))}
        onPointerLeave={onHover && (() => onHover(null))}
        onClick={(event) => {
          const stop = at(event as unknown as PointerEvent);
          if (stop) onSelect?.(stop.id, { extend: event.shiftKey || event.ctrlKey || event.metaKey });
          else onSelectRoute?.(row.id);
        }}
      >
        {row.shiftStartSec != null && row.shiftEndSec != null && (
          <span className={styles.shift} style={{ left: `${atPercent(row.shiftStartSec, scale)}%`, width: `${((row.shiftEndSec - row.shiftStartSec) / width) * 100}%` }} />
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
        {late.map((stop) => <span key={`late-${stop.id}`} className={styles.late} style={{ left: `${atPercent(stop.arrivalSec, scale)}%` }} />)}
        {marked.map((stop) => (
          <Bracket key={stop.id} stop={stop} scale={scale} withWindow={stop.id === hoveredStopId || selectedStopIds.size <= BRACKETS_MAX} />
        ))}
        {hovered && (
          <span className={styles.tip} data-side={atPercent(hovered.arrivalSec, scale) > 50 ? "left" : "right"} style={{ left: `${atPercent(hovered.arrivalSec, scale)}%` }} role="status">
            {hovered.label} {hovered.name} · <span className="num">{clockOf(hovered.arrivalSec)}</span>{windowText(hovered)}
          </span>
        )}
      </div>
    </div>
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
      <span className={styles.mark} style={{ left: `${atPercent(stop.arrivalSec, scale)}%` }} />
    </>
  );
}

function windowText({ windowStartSec, windowEndSec, arrivalSec, late }: TimelineStop): string {
  const parts: string[] = [];
  if (windowStartSec !== null || windowEndSec !== null) parts.push(`window ${windowStartSec === null ? "" : clockOf(windowStartSec)}–${windowEndSec === null ? "" : clockOf(windowEndSec)}`);
  if (late) parts.push(windowEndSec !== null && arrivalSec > windowEndSec ? `late by ${formatDuration(arrivalSec - windowEndSec)}` : "late");
  return parts.map((part) => ` · ${part}`).join("");
}
