import { useEffect, useRef, useState } from "react";

/** The present by the server's clock, told anew from time to time. @param atSec what it was when the page was made */
export function useNowSec(atSec: number, everyMs = 15_000): number {
  const made = useRef({ atSec, at: 0 });
  const [now, setNow] = useState(atSec);
  useEffect(() => {
    made.current = { atSec, at: performance.now() };
    setNow(atSec);
    const timer = setInterval(
      () => setNow(made.current.atSec + Math.round((performance.now() - made.current.at) / 1000)),
      everyMs,
    );
    return () => clearInterval(timer);
  }, [atSec, everyMs]);
  return now;
}
