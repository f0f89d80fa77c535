import { memo, useMemo, useRef, type KeyboardEvent } from "react";
import { withDayWords } from "~/domain/time/service-clock";
import { DayTimes } from "~/ui/day-times";
import { formatDuration, wholeMinute } from "~/domain/time/format";
import { ColourDot } from "~/ui/feedback/dots";
import { pressOf, type Press } from "~/ui/press";
import { routeColours } from "~/ui/route-colours";
import {
  atPercent,
  segmentsPath,
  stopNear,
  type TimelineClock,
  type TimelineScale,
  stopWindow,
} from "./timeline-scale";
import type { TimelineRow, TimelineStop } from "./timeline-types";
import { WindowLanes } from "./window-lanes";
import styles from "./timeline-line.module.css";

/** How near to a stop the pointer has to be, in px. */
const REACH_PX = 8;
/** With more stops selected, their windows would only cover each other. */
const BRACKETS_MAX = 3;

/** Brings an instant of a row into sight, when the timeline is wider than its window. */
function showInstant(track: HTMLElement, share: number): void {
  const box = track.closest<HTMLElement>("[data-timeline]");
  if (!box || box.scrollWidth <= box.clientWidth) return;
  const at = track.offsetLeft + share * track.offsetWidth;
  if (at < box.scrollLeft + track.offsetLeft || at > box.scrollLeft + box.clientWidth - 24)
    box.scrollLeft = at - box.clientWidth / 2;
}

interface TimelineLineProps {
  row: TimelineRow;
  scale: TimelineScale;
  clock: TimelineClock;
  selected: boolean;
  faded: boolean;
  hoveredStopId: number | null;
  selectedStopIds: ReadonlySet<number>;
  onHover?: ((stopId: number | null) => void) | undefined;
  onSelect?: ((stopId: number, how: Press) => void) | undefined;
  onSelectRoute?: ((routeId: number) => void) | undefined;
}

/** One route: its name, its bars, and the lanes of its stops while it is open. */
export const TimelineLine = memo(function TimelineLine({
  row,
  scale,
  clock,
  selected,
  faded,
  hoveredStopId,
  selectedStopIds,
  onHover,
  onSelect,
  onSelectRoute,
}: TimelineLineProps) {
  const track = useRef<HTMLDivElement>(null);
  const paths = useMemo(
    () => ({
      driving: segmentsPath(row, ["driving"], 46, 54),
      waiting: segmentsPath(row, ["waiting"], 30, 70),
      service: segmentsPath(row, ["service"], 20, 80),
      break: segmentsPath(row, ["break"], 28, 72),
    }),
    [row],
  );
  const width = scale.toSec - scale.fromSec;
  const highlighted = row.stops.filter((stop) => stop.id === hoveredStopId || selectedStopIds.has(stop.id));
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
    const to = {
      ArrowRight: index + 1,
      ArrowLeft: index < 0 ? row.stops.length - 1 : index - 1,
      Home: 0,
      End: row.stops.length - 1,
    }[event.key];
    if (to !== undefined && !event.altKey) {
      event.preventDefault();
      const stop = row.stops[Math.max(0, Math.min(row.stops.length - 1, to))];
      onHover?.(stop?.id ?? null);
      if (stop && track.current) showInstant(track.current, atPercent(stop.beginSec, scale) / 100);
    } else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      const rows = [
        ...(track.current?.closest("[data-timeline]")?.querySelectorAll<HTMLElement>("[data-track]") ?? []),
      ];
      const next = rows[rows.indexOf(track.current!) + (event.key === "ArrowDown" ? 1 : -1)];
      if (next) {
        event.preventDefault();
        next.focus();
      }
    } else if (event.key === "Enter" && hovered) {
      event.preventDefault();
      onSelect?.(hovered.id, { extend: event.shiftKey, byFinger: false });
    }
  };
  const pattern = `wait-${row.id}`;
  return (
    <>
      <div
        className={styles.row}
        data-row-id={row.id}
        data-selected={selected || undefined}
        data-faded={faded || undefined}
      >
        <button
          type="button"
          className={styles.name}
          onClick={() => onSelectRoute?.(row.id)}
          aria-pressed={selected}
          title={row.detail === undefined ? row.name : `${row.name} · ${row.detail}`}
        >
          <ColourDot colour={row.colour} square={row.square} />
          <span className="cut">
            {row.name}
            {row.detail !== undefined && <span className={styles.detail}> · {row.detail}</span>}
          </span>
        </button>
        <div
          ref={track}
          className={styles.track}
          data-track
          tabIndex={0}
          role="group"
          aria-label={
            first && last
              ? `${row.name}: ${row.stops.length} stops, ` +
                `${withDayWords(`${clock(first.startSec)} to ${clock(last.endSec)}`)}. ` +
                "Left and right go from stop to stop, up and down from route to route, Enter opens."
              : `${row.name}: nothing planned`
          }
          onKeyDown={onKeyDown}
          onPointerMove={onHover && ((event) => onHover(at(event)?.id ?? null))}
          onPointerLeave={onHover && (() => onHover(null))}
          onClick={(event) => {
            const stop = at(event);
            if (stop) onSelect?.(stop.id, pressOf(event.nativeEvent));
            else onSelectRoute?.(row.id);
          }}
        >
          {row.shiftStartSec != null && row.shiftEndSec != null && (
            <>
              <span
                className={styles.shift}
                style={{
                  left: `${atPercent(row.shiftStartSec, scale)}%`,
                  width: `${((row.shiftEndSec - overtime - row.shiftStartSec) / width) * 100}%`,
                }}
              />
              {overtime > 0 && (
                <span
                  className={styles.overtime}
                  style={{
                    left: `${atPercent(row.shiftEndSec - overtime, scale)}%`,
                    width: `${(overtime / width) * 100}%`,
                  }}
                />
              )}
            </>
          )}
          <svg
            className={`${styles.svg} route-colour`}
            style={routeColours(row.colour)}
            viewBox={`${scale.fromSec} 0 ${width} 100`}
            preserveAspectRatio="none"
            aria-hidden="true"
            focusable="false"
          >
            <defs>
              <pattern id={pattern} width={width / 240} height="25" patternUnits="userSpaceOnUse">
                <rect width={width / 480} height="25" className={styles.waiting} />
              </pattern>
            </defs>
            <path d={paths.driving} className={styles.driving} />
            <path d={paths.break} className={styles.break} />
            <path d={paths.waiting} fill={`url(#${pattern})`} />
            <path d={paths.service} className={styles.service} />
          </svg>
          {row.shiftEndSec != null && last && last.endSec > row.shiftEndSec && (
            <span
              className={styles.over}
              style={{
                left: `${atPercent(row.shiftEndSec, scale)}%`,
                width: `${((last.endSec - row.shiftEndSec) / width) * 100}%`,
              }}
              title={`${formatDuration(last.endSec - row.shiftEndSec)} after working hours`}
            />
          )}
          {late.map((stop) => (
            <span
              key={`late-${stop.id}`}
              className={styles.late}
              style={{ left: `${atPercent(stop.beginSec, scale)}%` }}
            />
          ))}
          {highlighted.map((stop) => (
            <Bracket
              key={stop.id}
              stop={stop}
              scale={scale}
              withWindow={stop.id === hoveredStopId || selectedStopIds.size <= BRACKETS_MAX}
            />
          ))}
          {hovered && (
            <span
              className={styles.tip}
              data-side={atPercent(hovered.beginSec, scale) > 50 ? "left" : "right"}
              style={{ left: `${atPercent(hovered.beginSec, scale)}%` }}
              role="status"
            >
              {hovered.label} {hovered.name} ·{" "}
              <span className="num">
                <DayTimes text={timesText(hovered, clock)} />
              </span>
              {windowText(hovered, clock)}
            </span>
          )}
        </div>
      </div>
      {selected && (
        <WindowLanes
          row={row}
          scale={scale}
          clock={clock}
          hoveredStopId={hoveredStopId}
          selectedStopIds={selectedStopIds}
          onHover={onHover}
          onSelect={onSelect}
        />
      )}
    </>
  );
});

function Bracket({ stop, scale, withWindow }: { stop: TimelineStop; scale: TimelineScale; withWindow: boolean }) {
  const from = Math.max(scale.fromSec, stop.windowStartSec ?? scale.fromSec);
  const to = Math.min(scale.toSec, stop.windowEndSec ?? scale.toSec);
  return (
    <>
      {withWindow && to > from && (stop.windowStartSec !== null || stop.windowEndSec !== null) && (
        <span
          className={styles.bracket}
          style={{ left: `${atPercent(from, scale)}%`, width: `${atPercent(to, scale) - atPercent(from, scale)}%` }}
          data-open-start={stop.windowStartSec === null || undefined}
          data-open-end={stop.windowEndSec === null || undefined}
        />
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

/** ' · window 08:00–12:00 · late by 5 min', as far as each applies. */
function windowText(stop: TimelineStop, clock: TimelineClock): string {
  const { windowEndSec, beginSec, late } = stop;
  const parts = [stopWindow(stop, clock) ?? []].flat();
  if (late)
    parts.push(
      windowEndSec !== null && beginSec > windowEndSec
        ? `late by ${formatDuration(wholeMinute(beginSec - windowEndSec))}`
        : "late",
    );
  return parts.map((part) => ` · ${part}`).join("");
}
