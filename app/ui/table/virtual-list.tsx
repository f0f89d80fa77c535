import { useCallback, useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { useBrowserLayoutEffect } from "~/ui/use-mounted";
import { rowForKey, scrollToShow, virtualWindow } from "./virtual-window";
import styles from "./virtual-list.module.css";

export interface VirtualListProps<Item> {
  label: string;
  items: readonly Item[];
  itemKey: (item: Item) => string | number;
  /** Every row has this height, in px. */
  rowHeight: number;
  renderRow: (item: Item, state: { selected: boolean; active: boolean; index: number }) => ReactNode;
  /** CSS height of the list; default fills its parent. Lists of options use maxHeight. */
  height?: number | string;
  maxHeight?: number;
  selectedKeys?: ReadonlySet<string | number>;
  hoveredKey?: string | number | null;
  /** Click or Enter. `extend` is true with Shift or Ctrl/Cmd. */
  onSelect?: (item: Item, how: { extend: boolean }) => void;
  onHover?: (item: Item | null) => void;
  /** Other keys on the active row (Alt ↑ to move a stop …). Return true when it was taken. */
  onRowKey?: (event: KeyboardEvent, item: Item) => boolean;
  /** Brings this row into sight when it changes. */
  scrollToKey?: string | number | null;
  empty?: ReactNode;
}

/** Rows drawn before the height is known: on the server, and without JavaScript. */
const FIRST_ROWS = 40;

/**
 * A list that draws only what is in sight; made for 1,000 rows and more. One tab stop: arrows, Page,
 * Home and End move, Enter or Space selects (a listbox, as screen readers know it).
 */
export function VirtualList<Item>(props: VirtualListProps<Item>) {
  const { label, items, itemKey, rowHeight, height = "100%", maxHeight, selectedKeys, hoveredKey, onSelect, onHover, scrollToKey } = props;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<{ scroll: number; height: number } | null>(null);
  const [active, setActive] = useState(-1);

  const measure = useCallback(() => {
    const element = box.current;
    if (element) setView((old) => (old?.scroll === element.scrollTop && old.height === element.clientHeight ? old : { scroll: element.scrollTop, height: element.clientHeight }));
  }, []);

  useBrowserLayoutEffect(() => {
    measure();
    const element = box.current;
    if (!element || typeof ResizeObserver === "undefined") return;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [measure]);

  const show = useCallback((index: number) => {
    const element = box.current;
    if (element && index >= 0) element.scrollTop = scrollToShow(index, rowHeight, element.scrollTop, element.clientHeight);
  }, [rowHeight]);

  // Only a new key scrolls; new items alone must not move the list under the user's hand.
  const find = useRef<(key: string | number) => number>(() => -1);
  find.current = (key) => items.findIndex((item) => itemKey(item) === key);
  useEffect(() => {
    if (scrollToKey !== null && scrollToKey !== undefined) show(find.current(scrollToKey));
  }, [scrollToKey, show]);

  const win = view === null
    ? { start: 0, end: Math.min(items.length, FIRST_ROWS), offsetPx: 0, totalPx: items.length * rowHeight }
    : virtualWindow(items.length, rowHeight, view.scroll, view.height);

  const onKeyDown = (event: KeyboardEvent) => {
    const current = items[active];
    if (current !== undefined && props.onRowKey?.(event, current)) {
      event.preventDefault();
      return;
    }
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = rowForKey(event.key, active, items.length, Math.floor((view?.height ?? 0) / rowHeight));
    if (next !== null) {
      event.preventDefault();
      setActive(next);
      show(next);
      const item = items[next];
      if (item !== undefined) onHover?.(item);
    } else if ((event.key === "Enter" || event.key === " ") && current !== undefined) {
      event.preventDefault();
      onSelect?.(current, { extend: event.shiftKey });
    }
  };

  if (items.length === 0 && props.empty !== undefined) return <>{props.empty}</>;
  const activeDrawn = active >= win.start && active < win.end;
  return (
    <div
      ref={box}
      className={styles.list}
      style={{ height: maxHeight === undefined ? height : Math.min(maxHeight, items.length * rowHeight), maxHeight }}
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-multiselectable={selectedKeys !== undefined || undefined}
      aria-activedescendant={activeDrawn ? `${id}-${active}` : undefined}
      onScroll={measure}
      onKeyDown={onKeyDown}
      onFocus={() => setActive((old) => (old < 0 || old >= items.length ? 0 : old))}
      onMouseLeave={onHover && (() => onHover(null))}
    >
      <div style={{ height: win.totalPx, position: "relative" }} role="presentation">
        <div style={{ transform: `translateY(${win.offsetPx}px)` }} role="presentation">
          {items.slice(win.start, win.end).map((item, offset) => {
            const index = win.start + offset;
            const key = itemKey(item);
            const selected = selectedKeys?.has(key) ?? false;
            return (
              <div
                key={key}
                id={`${id}-${index}`}
                role="option"
                aria-selected={selected}
                aria-setsize={items.length}
                aria-posinset={index + 1}
                className={styles.row}
                style={{ height: rowHeight }}
                data-selected={selected || undefined}
                data-hovered={key === hoveredKey || undefined}
                data-active={index === active || undefined}
                onClick={(event) => { setActive(index); onSelect?.(item, { extend: event.shiftKey || event.ctrlKey || event.metaKey }); }}
                onMouseEnter={onHover && (() => onHover(item))}
              >
                {props.renderRow(item, { selected, active: index === active, index })}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

