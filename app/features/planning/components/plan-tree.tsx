import { useCallback, useEffect, useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode, type RefObject } from "react";
import { useBrowserLayoutEffect } from "~/ui/use-mounted";
import { rowForKey, scrollToShow, virtualWindow } from "~/ui/table/virtual-window";
import type { PlanRow } from "../plan-rows";
import styles from "./plan-tree.module.css";

/** Every row has this height, px. */
export const ROW_PX = 44;
/** Rows drawn before the height is known: on the server, and without JavaScript. */
const FIRST_ROWS = 60;

export interface PlanTreeProps {
  label: string;
  rows: readonly PlanRow[];
  renderRow: (row: PlanRow) => ReactNode;
  selectedKeys: ReadonlySet<string>;
  hoveredKey: string | null;
  onHover: (row: PlanRow | null) => void;
  /** `extend` with Shift or Ctrl/Cmd, `range` with Shift: all from the last one to this. */
  onActivate: (row: PlanRow, how: { extend: boolean; range: boolean }) => void;
  /** Right opens, left folds. */
  onFold: (row: PlanRow, open: boolean) => void;
  /** Other keys on the row (L, Alt ↑ …). True when it was taken. */
  onRowKey?: (event: KeyboardEvent, row: PlanRow) => boolean;
  /** Dragging: the scrolled box, what goes along, and where it would be put. */
  box?: RefObject<HTMLDivElement>;
  onRowPointerDown?: (event: PointerEvent, row: PlanRow) => void;
  draggedIds?: ReadonlySet<number>;
  drop?: { line: number | null; intoKey: string | null } | null;
  /** Brings this row into sight when it changes. */
  scrollToKey: string | null;
  empty: ReactNode;
}

const rowOf = (target: EventTarget): HTMLElement | null => (target instanceof Element ? target.closest<HTMLElement>("[data-row]") : null);

/**
 * Routes and visits as one tree of which only the rows in sight are drawn (made for 1,000 visits). A tree grid, and
 * not the list box of VirtualList, because its rows hold buttons and menus. One tab stop; arrows move.
 */
export function PlanTree(props: PlanTreeProps) {
  const { label, rows, renderRow, selectedKeys, hoveredKey, onHover, onActivate, onFold, scrollToKey, empty, draggedIds, drop } = props;
  const ownBox = useRef<HTMLDivElement>(null);
  const box = props.box ?? ownBox;
  const [view, setView] = useState<{ scroll: number; height: number } | null>(null);
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const found = rows.findIndex((row) => row.key === activeKey);
  const active = found < 0 ? 0 : found;
  const focusRow = useRef(false);

  const measure = useCallback(() => {
    const element = box.current;
    if (element) setView((old) => (old?.scroll === element.scrollTop && old.height === element.clientHeight ? old : { scroll: element.scrollTop, height: element.clientHeight }));
  }, [box]);
  useBrowserLayoutEffect(() => {
    measure();
    if (!box.current || typeof ResizeObserver === "undefined") return;
    const observer = new ResizeObserver(measure);
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [measure, box]);

  const show = useCallback((index: number) => {
    const element = box.current;
    if (element && index >= 0) element.scrollTop = scrollToShow(index, ROW_PX, element.scrollTop, element.clientHeight);
  }, [box]);
  // Only a new key scrolls; new rows alone must not move the list under the user's hand.
  const find = useRef<(key: string) => number>(() => -1);
  find.current = (key) => rows.findIndex((row) => row.key === key);
  useEffect(() => {
    if (scrollToKey !== null) show(find.current(scrollToKey));
  }, [scrollToKey, show]);
  useEffect(() => {
    if (!focusRow.current) return;
    focusRow.current = false;
    box.current?.querySelector<HTMLElement>(`[data-row="${active}"]`)?.focus({ preventScroll: true });
  }, [active, view, box]);

  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[active];
    if (!row || rowOf(event.target) !== event.target) return;
    if (props.onRowKey?.(event, row)) {
      event.preventDefault();
      return;
    }
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = rowForKey(event.key, active, rows.length, Math.floor((view?.height ?? 0) / ROW_PX));
    if (next !== null) {
      event.preventDefault();
      const to = rows[next];
      if (!to) return;
      focusRow.current = true;
      setActiveKey(to.key);
      show(next);
      onHover(to);
    } else if (event.key === "ArrowRight" || event.key === "ArrowLeft") {
      event.preventDefault();
      onFold(row, event.key === "ArrowRight");
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      onActivate(row, { extend: event.shiftKey || event.ctrlKey || event.metaKey, range: event.shiftKey && event.key === "Enter" });
    }
  };

  if (rows.length === 0) return <>{empty}</>;
  const win = view === null ? { start: 0, end: Math.min(rows.length, FIRST_ROWS), offsetPx: 0, totalPx: Math.min(rows.length, FIRST_ROWS) * ROW_PX } : virtualWindow(rows.length, ROW_PX, view.scroll, view.height);
  return (
    <div ref={box} className={styles.box} role="treegrid" aria-label={label} aria-rowcount={rows.length} onScroll={measure} onKeyDown={onKeyDown} onMouseLeave={() => onHover(null)} onDragStart={(event) => event.preventDefault()}>
      <div role="rowgroup" style={{ height: win.totalPx, position: "relative" }}>
        {drop?.line != null && <div className={styles.dropLine} style={{ top: drop.line * ROW_PX }} role="presentation" />}
        <div role="presentation" style={{ transform: `translateY(${win.offsetPx}px)` }}>
          {rows.slice(win.start, win.end).map((row, offset) => {
            const index = win.start + offset;
            const selected = selectedKeys.has(row.key);
            return (
              <div
                key={row.key}
                role="row"
                data-row={index}
                data-kind={row.kind}
                className={styles.row}
                style={{ height: ROW_PX }}
                tabIndex={index === active ? 0 : -1}
                aria-level={row.kind === "visit" ? 2 : 1}
                aria-rowindex={index + 1}
                aria-expanded={row.kind === "visit" ? undefined : row.open}
                aria-selected={selected}
                data-selected={selected || undefined}
                data-hovered={row.key === hoveredKey || undefined}
                data-drop={row.key === drop?.intoKey || undefined}
                data-dragged={(row.kind === "visit" && draggedIds?.has(row.visit.id)) || undefined}
                onClick={(event) => {
                  // The keys go on from here, also when the name was clicked, which is a link.
                  if (!(event.target as Element).closest("button")) event.currentTarget.focus({ preventScroll: true });
                  setActiveKey(row.key); onActivate(row, { extend: event.shiftKey || event.ctrlKey || event.metaKey, range: event.shiftKey });
                }}
                onPointerDown={(event) => { if (!(event.target as Element).closest("button, [role=menu]")) props.onRowPointerDown?.(event, row); }}
                onMouseEnter={() => onHover(row)}
                onFocus={() => setActiveKey(row.key)}
              >
                {renderRow(row)}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}
