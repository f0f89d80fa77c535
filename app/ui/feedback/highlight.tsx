import { useEffect, useState, type ReactNode } from "react";
import { HIGHLIGHT_MS } from "~/domain/constants";
import styles from "./feedback.module.css";

/** The key that was just created or changed, for 3 s after it changes; then null. */
export function useHighlight<Key extends string | number>(key: Key | null | undefined): Key | null {
  const [current, setCurrent] = useState<Key | null>(null);
  useEffect(() => {
    if (key === null || key === undefined) return;
    setCurrent(key);
    const timer = window.setTimeout(() => setCurrent(null), HIGHLIGHT_MS);
    return () => window.clearTimeout(timer);
  }, [key]);
  return current;
}

/** Flashes what it contains while `on`. Tables have `highlightKey` of their own. */
export function Highlight({ on, children }: { on: boolean; children: ReactNode }) {
  return <div className={styles.highlight} data-on={on || undefined}>{children}</div>;
}
