import { useEffect, useRef } from "react";
import { useReload } from "~/lib/use-reload";

const CHECK_MS = 30_000;

/**
 * Loads the page again once it is out of date by itself, such as at midnight: looked at now and then, and when a page
 * that was hidden is shown again. A timer alone would sleep with the computer.
 * @param untilSec when it is out of date, epoch seconds by the server's clock
 * @param nowSec that clock when the page was loaded
 */
export function useReloadAt(untilSec: number, nowSec: number): void {
  const reload = useReload();
  const dueMs = useRef(Infinity);
  useEffect(() => {
    dueMs.current = Date.now() + (untilSec - nowSec) * 1000;
  }, [untilSec, nowSec]);
  useEffect(() => {
    const look = (): void => {
      if (document.hidden || Date.now() < dueMs.current) return;
      // What comes says when it is out of date itself. A page of another build than the server's is given nothing, and
      // must not ask every half minute.
      dueMs.current = Infinity;
      reload();
    };
    const timer = setInterval(look, CHECK_MS);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [reload]);
}
