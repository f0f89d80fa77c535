import { useEffect, useRef } from "react";
import { useRevalidator } from "@remix-run/react";

const CHECK_MS = 30_000;

/**
 * Loads the page again once it is out of date by itself, such as at midnight: looked at now and then, and when a page
 * that was hidden is shown again. A timer alone would sleep with the computer.
 * @param untilSec when it is out of date, epoch seconds by the server's clock
 * @param nowSec that clock when the page was loaded
 */
export function useReloadAt(untilSec: number, nowSec: number): void {
  const { revalidate } = useRevalidator();
  const dueMs = useRef(Infinity);
  useEffect(() => {
    dueMs.current = Date.now() + (untilSec - nowSec) * 1000;
  }, [untilSec, nowSec]);
  useEffect(() => {
    const look = (): void => {
      if (!document.hidden && Date.now() >= dueMs.current) revalidate();
    };
    const timer = setInterval(look, CHECK_MS);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [revalidate]);
}
