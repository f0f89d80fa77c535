import { useEffect } from "react";
import { isTyping } from "~/ui/table/search-input";

/**
 * Single letters, and letters with Ctrl ('ctrl+z', 'ctrl+shift+z'), except while the user types or a dialog is open.
 */
export function useShortcuts(keys: Record<string, () => void>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.altKey || isTyping(event.target) || document.querySelector("dialog[open]")) return;
      const held = event.ctrlKey || event.metaKey ? `ctrl+${event.shiftKey ? "shift+" : ""}` : "";
      const run = keys[`${held}${event.key.toLowerCase()}`];
      if (!run) return;
      event.preventDefault();
      run();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  });
}

/**
 * Where Esc means nothing else: on nothing, on the page as a whole, on a row of the list, on the map, on a line of the
 * timeline.
 */
const PLAIN = 'body, main, [role="row"], [role="application"], [data-row-id] > button, [data-track]';

export function useEscape(run: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented || document.querySelector("dialog[open]")) return;
      if (event.target instanceof Element && event.target.matches(PLAIN)) run();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  });
}
