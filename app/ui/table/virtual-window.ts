interface VirtualWindow {
  /** First row to draw, and the one after the last. */
  start: number;
  end: number;
  /** Height in px of what is left out above the first row. */
  offsetPx: number;
  totalPx: number;
}

/** The rows that a scrolled list has to draw: those in sight and `overscan` on either side. */
export function virtualWindow(
  count: number,
  rowPx: number,
  scrollPx: number,
  viewPx: number,
  overscan = 8,
): VirtualWindow {
  const totalPx = count * rowPx;
  const top = Math.min(Math.max(0, scrollPx), Math.max(0, totalPx - viewPx));
  const start = Math.max(0, Math.floor(top / rowPx) - overscan);
  const end = Math.min(count, Math.ceil((top + viewPx) / rowPx) + overscan);
  return { start, end, offsetPx: start * rowPx, totalPx };
}

/** Where to scroll so that a row is wholly in sight; unchanged when it already is. */
export function scrollToShow(index: number, rowPx: number, scrollPx: number, viewPx: number): number {
  const top = index * rowPx;
  if (top < scrollPx) return top;
  if (top + rowPx > scrollPx + viewPx) return top + rowPx - viewPx;
  return scrollPx;
}

/** Which row a key leads to; null when the key isn't the list's. */
export function rowForKey(key: string, active: number, count: number, rowsInView: number): number | null {
  if (count === 0) return null;
  const last = count - 1;
  const clamp = (index: number) => Math.min(last, Math.max(0, index));
  switch (key) {
    case "ArrowDown":
      return clamp(active + 1);
    case "ArrowUp":
      return clamp(active < 0 ? last : active - 1);
    case "PageDown":
      return clamp(Math.max(0, active) + Math.max(1, rowsInView - 1));
    case "PageUp":
      return clamp(active - Math.max(1, rowsInView - 1));
    case "Home":
      return 0;
    case "End":
      return last;
    default:
      return null;
  }
}
