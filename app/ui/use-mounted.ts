import { useEffect, useLayoutEffect, useState } from "react";

/** The page's scripts have taken over: what is drawn from now on never was the server's. */
let takenOver = false;

/**
 * False on the server and while the browser takes the server's page over, true afterwards: for what only a browser can
 * show. What is opened later (a dialog) has it from its first moment, so that nothing flickers or is made twice.
 */
export function useMounted(): boolean {
  const [mounted, setMounted] = useState(takenOver);
  useEffect(() => {
    takenOver = true;
    setMounted(true);
  }, []);
  return mounted;
}

/** Before the next paint; on the server nothing (React warns about a layout effect there). */
export const useBrowserLayoutEffect = typeof window === "undefined" ? useEffect : useLayoutEffect;
