import { useEffect, useRef, type RefObject } from "react";
import { useBrowserLayoutEffect } from "~/ui/use-mounted";

/**
 * Whoever has followed a link goes on at the beginning of the page that it leads to, and hears of it: the link itself
 * is often gone with the page before. What the new page focuses by itself keeps the focus. The page that is loaded
 * first, and another query of the same page, leave the focus where it is.
 */
export function usePageFocus(main: RefObject<HTMLElement>, pathname: string): void {
  const shown = useRef(pathname);
  const before = useRef<Element | null>(null);
  // Runs when the old page is off the screen, and before the new one's effects.
  useBrowserLayoutEffect(
    () => () => {
      before.current = document.activeElement;
    },
    [pathname],
  );
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    // Where the page stands after Back, and at the place in it that a link names, it stays.
    if (document.activeElement === before.current) main.current?.focus({ preventScroll: true });
  }, [main, pathname]);
}
