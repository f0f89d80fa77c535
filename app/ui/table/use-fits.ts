import { useCallback, useRef, type RefCallback } from "react";

/** Less is rounding. */
const LEAST_PX = 1;

/**
 * Marks the box of a table with `data-fits` while the table is no wider than its box; a box without the mark scrolls
 * sideways. It is no state of React: a list of 1,000 rows is not drawn anew because a window got narrower.
 */
export function useFits(): RefCallback<HTMLElement> {
  const observer = useRef<ResizeObserver>();
  return useCallback((box) => {
    observer.current?.disconnect();
    const table = box?.querySelector("table");
    if (!box || !table) return;
    const measure = () => {
      const fits = table.scrollWidth - box.clientWidth <= LEAST_PX;
      box.toggleAttribute("data-fits", fits);
      // What can only be read is scrolled to with the keys as well.
      if (fits) box.removeAttribute("tabindex");
      else box.tabIndex = 0;
    };
    observer.current = new ResizeObserver(measure);
    // Tells at once, too: what is observed has a size now.
    for (const element of [box, table]) observer.current.observe(element);
  }, []);
}
