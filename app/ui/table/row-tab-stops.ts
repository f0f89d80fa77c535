import { useRef, type FocusEvent, type KeyboardEvent, type RefObject } from "react";
import { useBrowserLayoutEffect } from "~/ui/use-mounted";
import { rowForKey } from "./virtual-window";

/** Without scripts every control of a list can be reached; with them those of one row, and the others by the arrows. */
export function setTabStops(row: Element, tabbed: boolean, controls: string): void {
  for (const control of row.querySelectorAll<HTMLElement>(controls)) {
    const wanted = tabbed ? 0 : -1;
    if (control.tabIndex !== wanted) control.tabIndex = wanted;
  }
}

const ROW = "tr[data-row]";
/** What a row of a table holds; what is in a menu is reached by the menu. */
const CONTROLS = ":is(a[href], button, input:not([type=hidden]), select, textarea, summary):not([role=menu] *)";
const TYPED_IN = "select, textarea, input:not([type=checkbox], [type=radio])";
/** Rows that a page key goes over. */
const PAGE_ROWS = 10;

const rowOf = (target: EventTarget): HTMLElement | null =>
  target instanceof Element && target.closest("[role=menu]") === null ? target.closest<HTMLElement>(ROW) : null;

/** The control that stands where the one with the keyboard stands in its own row, else the row's first one. */
function sameControl(row: HTMLElement, from: Element): HTMLElement | null {
  const column = from.closest<HTMLTableCellElement>("td")?.cellIndex ?? 0;
  return (
    (row as HTMLTableRowElement).cells[column]?.querySelector<HTMLElement>(CONTROLS) ??
    row.querySelector<HTMLElement>(CONTROLS)
  );
}

/**
 * One row of a table is in the order of the Tab key, with its link, its box and its buttons; arrows, Home, End and the
 * page keys go on to the same control of another row. `body` holds rows with `data-row`.
 */
export function useRowTabStops(body: RefObject<HTMLElement>) {
  const active = useRef<HTMLElement | null>(null);
  const settle = () => {
    const rows = [...(body.current?.querySelectorAll<HTMLElement>(ROW) ?? [])];
    if (active.current === null || !rows.includes(active.current)) active.current = rows[0] ?? null;
    for (const row of rows) setTabStops(row, row === active.current, CONTROLS);
  };
  // Whatever drew the table may have brought rows, and buttons in them.
  useBrowserLayoutEffect(settle);
  const activate = (row: HTMLElement) => {
    if (active.current !== null) setTabStops(active.current, false, CONTROLS);
    active.current = row;
    setTabStops(row, true, CONTROLS);
  };
  return {
    onFocus: (event: FocusEvent) => {
      const row = rowOf(event.target);
      if (row !== null && row !== active.current) activate(row);
    },
    /** Before the control's own: a menu's button would open it with an arrow, which goes on to the next row here. */
    onKeyDownCapture: (event: KeyboardEvent) => {
      const target = event.target as Element;
      const row = rowOf(target);
      if (
        row === null ||
        event.altKey ||
        event.ctrlKey ||
        event.metaKey ||
        event.shiftKey ||
        target.matches(TYPED_IN) ||
        target.getAttribute("aria-expanded") === "true"
      )
        return;
      const rows = [...(body.current?.querySelectorAll<HTMLElement>(ROW) ?? [])];
      const next = rowForKey(event.key, rows.indexOf(row), rows.length, PAGE_ROWS);
      const control = next === null ? null : sameControl(rows[next]!, target);
      if (control === null) return;
      event.preventDefault();
      event.stopPropagation();
      control.focus();
    },
  };
}
