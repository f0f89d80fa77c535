import {
  memo,
  useCallback,
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
} from "react";
import { useBrowserLayoutEffect } from "~/ui/use-mounted";
import { KeepFocus } from "~/ui/table/keep-focus";
import { setTabStops } from "~/ui/table/row-tab-stops";
import { rowForKey, scrollToShow, virtualWindow } from "~/ui/table/virtual-window";
import { Link } from "@remix-run/react";
import { formatNumber } from "~/domain/format-number";
import { OPEN_ALL, openHref, rowId, type PlanRow } from "./plan-rows";
import { useIsHovered, type Hover } from "~/ui/hover";
import { pressOf, type Press } from "~/ui/press";
import styles from "./plan-tree.module.css";

/** Every row has this height, px. */
export const ROW_PX = 44;
/** Rows drawn before the height is known: on the server, and without JavaScript. */
const FIRST_ROWS = 60;

export interface Activation extends Press {
  /** with Shift: everything from where the selection began to this row */
  range: boolean;
  /** the row that had the focus before: a selection that has not begun yet begins there */
  from?: PlanRow;
}

interface PlanTreeProps {
  label: string;
  rows: readonly PlanRow[];
  /** Must stay the same function: rows are rendered again only when they, or it, change. */
  renderRow: (row: PlanRow) => ReactNode;
  selectedKeys: ReadonlySet<string>;
  hover: Hover;
  onActivate: (row: PlanRow, how: Activation) => void;
  /** Right opens, left folds. */
  onFold: (row: PlanRow, open: boolean) => void;
  /** Other keys on the row (L, Alt ↑ …). True when it was handled. */
  onRowKey?: (event: KeyboardEvent, row: PlanRow) => boolean;
  /** Dragging: the scrolling box, the dragged visits, and where they would be dropped. */
  box?: RefObject<HTMLDivElement>;
  onRowPointerDown?: (event: PointerEvent, row: PlanRow) => void;
  draggedIds?: ReadonlySet<number>;
  drop?: { line: number | null; intoKey: string | null } | null;
  /** Scrolls this row into view when it changes. */
  scrollToKey: string | null;
  /** Gives this row the keyboard each time it is another object. */
  focusOn: { key: string } | null;
  /** The server sends every row: somebody without scripts has asked for them. */
  whole?: boolean;
  empty: ReactNode;
}

const rowOf = (target: EventTarget): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>("[data-row]") : null;
const hoveredIn = (row: PlanRow): number | null => (row.kind === "visit" ? row.visit.id : null);

/**
 * Routes and visits as one tree of which only the visible rows are rendered (made for 1,000 visits). It is a tree grid
 * and not a list box, because its rows hold buttons and menus. It has one tab stop, followed by the buttons of that
 * row; arrows move, with Shift they select, Ctrl+Space adds and removes, and the menu key or Shift+F10 opens the row's
 * menu.
 */
export function PlanTree(props: PlanTreeProps) {
  const {
    label,
    rows,
    renderRow,
    selectedKeys,
    hover,
    onActivate,
    onFold,
    scrollToKey,
    focusOn,
    empty,
    draggedIds,
    drop,
  } = props;
  const ownBox = useRef<HTMLDivElement>(null);
  const box = props.box ?? ownBox;
  const [view, setView] = useState<{ top: number; height: number } | null>(null);
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const found = rows.findIndex((row) => row.key === activeKey);
  const active = found < 0 ? 0 : found;
  const focusRow = useRef(false);
  const asked = useRef(focusOn);

  // Only whole rows count: between two of them nothing new becomes visible, so nothing is rendered.
  const measure = useCallback(() => {
    const element = box.current;
    if (!element) return;
    const top = Math.floor(element.scrollTop / ROW_PX) * ROW_PX;
    setView((old) =>
      old?.top === top && old.height === element.clientHeight ? old : { top, height: element.clientHeight },
    );
  }, [box]);
  const isEmpty = rows.length === 0;
  useBrowserLayoutEffect(() => {
    measure();
    if (!box.current || typeof ResizeObserver === "undefined") return;
    const observer = new ResizeObserver(measure);
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [measure, box, isEmpty]);

  const show = useCallback(
    (index: number) => {
      const element = box.current;
      if (element && index >= 0)
        element.scrollTop = scrollToShow(index, ROW_PX, element.scrollTop, element.clientHeight);
    },
    [box],
  );
  // Only a new key scrolls; new rows alone must not move the list under the pointer.
  const find = useRef<(key: string) => number>(() => -1);
  find.current = (key) => rows.findIndex((row) => row.key === key);
  useEffect(() => {
    if (scrollToKey !== null) show(find.current(scrollToKey));
  }, [scrollToKey, show]);
  /** Focuses the active row, or the list itself until the row has scrolled into view. */
  const focusActive = useCallback(() => {
    const element = box.current;
    const row = element?.querySelector<HTMLElement>(`[data-row="${active}"]`);
    focusRow.current = row == null;
    (row ?? element)?.focus({ preventScroll: true });
  }, [active, box]);
  useEffect(() => {
    if (!focusRow.current) return;
    const focused = document.activeElement;
    if (focused === document.body || box.current?.contains(focused)) focusActive();
    else focusRow.current = false;
  }, [focusActive, view, box]);

  useEffect(() => {
    const element = box.current;
    // A list that is drawn anew has been asked before.
    if (focusOn === asked.current) return;
    asked.current = focusOn;
    const index = focusOn === null ? -1 : find.current(focusOn.key);
    if (element === null || focusOn === null || index < 0) return;
    setActiveKey(focusOn.key);
    show(index);
    const row = element.querySelector<HTMLElement>(`[data-row="${index}"]`);
    focusRow.current = row === null;
    (row ?? element).focus({ preventScroll: true });
  }, [focusOn, show, box]);

  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[active];
    if (!row || (rowOf(event.target) !== event.target && event.target !== box.current)) return;
    if (props.onRowKey?.(event, row)) {
      event.preventDefault();
      return;
    }
    const adds = event.ctrlKey || event.metaKey;
    if (event.altKey || (adds && !/^(Arrow(Up|Down)|Home|End| )$/.test(event.key))) return;
    const next = rowForKey(event.key, active, rows.length, Math.floor((view?.height ?? 0) / ROW_PX));
    if (next !== null) {
      event.preventDefault();
      const to = rows[next];
      if (!to) return;
      focusRow.current = true;
      setActiveKey(to.key);
      show(next);
      hover.set(hoveredIn(to));
      if (event.shiftKey) onActivate(to, { extend: true, byFinger: false, range: true, from: row });
    } else if (event.key === "ArrowRight" || event.key === "ArrowLeft") {
      event.preventDefault();
      onFold(row, event.key === "ArrowRight");
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      onActivate(row, { extend: event.shiftKey || adds, byFinger: false, range: event.shiftKey });
    } else if (event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey)) {
      event.preventDefault();
      openMenu(event.target as HTMLElement);
    }
  };

  const actions = useRef<RowActions>({ onActivate, onRowPointerDown: props.onRowPointerDown, setActiveKey });
  actions.current = { onActivate, onRowPointerDown: props.onRowPointerDown, setActiveKey };

  if (isEmpty) return <>{empty}</>;
  const firstRows = props.whole ? rows.length : Math.min(rows.length, FIRST_ROWS);
  const win =
    view === null
      ? {
          start: 0,
          end: firstRows,
          offsetPx: 0,
          totalPx: firstRows * ROW_PX,
        }
      : virtualWindow(rows.length, ROW_PX, view.top, view.height + ROW_PX);
  return (
    <div
      ref={box}
      className={styles.box}
      role="treegrid"
      aria-multiselectable="true"
      tabIndex={-1}
      aria-label={label}
      aria-rowcount={rows.length}
      onScroll={measure}
      onKeyDown={onKeyDown}
      onMouseLeave={() => hover.set(null)}
      onDragStart={(event) => event.preventDefault()}
    >
      {(win.start > 0 || win.end < rows.length) && (
        <p className={styles.onPaper}>
          Rows {formatNumber(win.start + 1)} to {formatNumber(win.end)} of {formatNumber(rows.length)}. For all stops of
          a route, open it and choose Print manifest (PDF).
        </p>
      )}
      <div role="rowgroup" style={{ height: win.totalPx, position: "relative" }}>
        {drop?.line != null && (
          <div className={styles.dropLine} style={{ top: drop.line * ROW_PX }} role="presentation" />
        )}
        <div role="presentation" style={{ transform: `translateY(${win.offsetPx}px)` }}>
          <KeepFocus box={box} onLost={focusActive}>
            {rows.slice(win.start, win.end).map((row, offset) => {
              const index = win.start + offset;
              return (
                <TreeRow
                  key={row.key}
                  row={row}
                  index={index}
                  tabbed={index === active}
                  selected={selectedKeys.has(row.key)}
                  into={row.key === drop?.intoKey}
                  dragged={row.kind === "visit" && draggedIds?.has(row.visit.id) === true}
                  hover={hover}
                  renderRow={renderRow}
                  actions={actions}
                />
              );
            })}
          </KeepFocus>
        </div>
      </div>
      {view === null && firstRows < rows.length && (
        <noscript>
          <p className={styles.rest}>
            <Link to={openHref(OPEN_ALL)}>Show all {formatNumber(rows.length)} rows</Link>
          </p>
        </noscript>
      )}
    </div>
  );
}

interface RowActions {
  onActivate: PlanTreeProps["onActivate"];
  onRowPointerDown: PlanTreeProps["onRowPointerDown"];
  setActiveKey: (key: string) => void;
}

interface TreeRowProps {
  row: PlanRow;
  index: number;
  tabbed: boolean;
  selected: boolean;
  into: boolean;
  dragged: boolean;
  hover: Hover;
  renderRow: PlanTreeProps["renderRow"];
  /** the page's current functions, read when something happens, so that a new page alone renders no row */
  actions: { readonly current: RowActions };
}

const TreeRow = memo(function TreeRow({
  row,
  index,
  tabbed,
  selected,
  into,
  dragged,
  hover,
  renderRow,
  actions,
}: TreeRowProps) {
  const hovered = useIsHovered(hover, hoveredIn(row));
  const own = useRef<HTMLDivElement>(null);
  useBrowserLayoutEffect(() => {
    if (own.current !== null) setTabStops(own.current, tabbed, "button:not([data-fold])");
  });
  const onClick = (event: MouseEvent<HTMLElement>) => {
    if (inMenu(event.target)) return;
    // The arrow keys continue from here, also when the name was clicked, which is a link.
    if (!(event.target as Element).closest("button")) event.currentTarget.focus({ preventScroll: true });
    actions.current.setActiveKey(row.key);
    actions.current.onActivate(row, { ...pressOf(event.nativeEvent), range: event.shiftKey });
  };
  return (
    <div
      ref={own}
      id={rowId(row.key)}
      role="row"
      data-row={index}
      data-kind={row.kind}
      className={styles.row}
      style={{ height: ROW_PX }}
      tabIndex={tabbed ? 0 : -1}
      aria-level={row.kind === "visit" || (row.kind === "route" && row.nested) ? 2 : 1}
      aria-rowindex={index + 1}
      aria-expanded={row.kind === "visit" ? undefined : row.open}
      aria-selected={selected}
      data-selected={selected || undefined}
      data-hovered={hovered || undefined}
      data-drop={into || undefined}
      data-dragged={dragged || undefined}
      onClick={onClick}
      onPointerDown={(event) => {
        if (!inMenu(event.target)) actions.current.onRowPointerDown?.(event, row);
      }}
      onMouseEnter={() => hover.set(hoveredIn(row))}
      onFocus={(event) => {
        actions.current.setActiveKey(row.key);
        if (event.target === event.currentTarget) hover.set(hoveredIn(row));
      }}
      onContextMenu={(event) => {
        if (inMenu(event.target)) return;
        // A resting finger is about to drag.
        const byTouch = (event.nativeEvent as Partial<globalThis.PointerEvent>).pointerType === "touch";
        if (byTouch || dragged || openMenu(event.currentTarget)) event.preventDefault();
      }}
    >
      {renderRow(row)}
    </div>
  );
}, sameRow);

/** Rows are new objects whenever the list changes; their content decides whether they are the same. */
function sameRow(a: TreeRowProps, b: TreeRowProps): boolean {
  return (
    a.index === b.index &&
    a.tabbed === b.tabbed &&
    a.selected === b.selected &&
    a.into === b.into &&
    a.dragged === b.dragged &&
    a.hover === b.hover &&
    a.renderRow === b.renderRow &&
    sameContent(a.row, b.row)
  );
}

function sameContent(a: PlanRow, b: PlanRow): boolean {
  if (a.kind === "visit") return b.kind === "visit" && a.visit === b.visit && a.route === b.route;
  if (a.kind === "route")
    return b.kind === "route" && a.route === b.route && a.open === b.open && a.nested === b.nested;
  return (b.kind === "unserved" || b.kind === "empty") && a.kind === b.kind && a.count === b.count && a.open === b.open;
}

const inMenu = (target: EventTarget): boolean =>
  target instanceof Element && target.closest("button, form, [role=menu]") !== null;

/** Opens the last menu of a row, the one with all actions. False: it has none. */
function openMenu(row: HTMLElement): boolean {
  const buttons = row.querySelectorAll<HTMLButtonElement>("[data-row-menu] button[popovertarget]");
  const button = buttons[buttons.length - 1];
  if (button === undefined) return false;
  button.dataset.byKey = "1";
  button.click();
  return true;
}
