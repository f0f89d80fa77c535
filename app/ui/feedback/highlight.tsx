import { useEffect, useState } from "react";
import { HIGHLIGHT_MS } from "~/domain/constants";

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
