import { useEffect, useState } from "react";
import { elapsedSince, thisMoment } from "~/lib/elapsed";

/**
 * The present by the server's clock, told anew from time to time, and when the page is looked at again.
 * @param atSec what it was when the page was made
 */
export function useNowSec(atSec: number, everyMs = 15_000): number {
  const [now, setNow] = useState(atSec);
  useEffect(() => {
    const made = thisMoment();
    const tell = () => setNow(atSec + Math.round(elapsedSince(made) / 1000));
    tell();
    const timer = setInterval(tell, everyMs);
    document.addEventListener("visibilitychange", tell);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", tell);
    };
  }, [atSec, everyMs]);
  return now;
}
