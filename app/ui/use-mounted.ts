import { useEffect, useLayoutEffect, useState } from "react";

/** False on the server and in the first render, true afterwards: for what only a browser can show. */
export function useMounted(): boolean {
  const [mounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return mounted;
}

/** Before the next paint; on the server nothing (React warns about a layout effect there). */
export const useBrowserLayoutEffect = typeof window === "undefined" ? useEffect : useLayoutEffect;
