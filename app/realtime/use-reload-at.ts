import { useEffect, useRef } from "react";
import { validForMs } from "~/domain/time/validity";
import type { Validity } from "~/domain/time/validity";
import { useReload } from "~/lib/use-reload";

const CHECK_MS = 30_000;
/** Of a clock whose days are over within seconds. */
const LEAST_CHECK_MS = 1_000;

/**
 * Loads the page again once it is out of date by itself, such as at midnight: looked at now and then, and when a page
 * that was hidden is shown again. A timer alone would sleep with the computer. Once in each page: two that are due
 * together would load it twice.
 */
export function useReloadAt({ nowSec, untilSec, speed }: Validity): void {
  const reload = useReload();
  const dueMs = useRef(Infinity);
  useEffect(() => {
    dueMs.current = Date.now() + validForMs({ nowSec, untilSec, speed });
  }, [nowSec, untilSec, speed]);
  useEffect(() => {
    const look = (): void => {
      if (document.hidden || Date.now() < dueMs.current) return;
      // What comes says when it is out of date itself. A page of another build than the server's is given nothing, and
      // must not ask every half minute.
      dueMs.current = Infinity;
      reload();
    };
    const timer = setInterval(look, Math.max(CHECK_MS / speed, LEAST_CHECK_MS));
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [reload, speed]);
}
