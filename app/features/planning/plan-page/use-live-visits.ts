import { useMemo, useRef } from "react";
import type { ServiceClock } from "~/domain/time/service-clock";
import { useNowSec } from "~/ui/use-now";
import { withLiveTimes, type KnownLive } from "./live-visits";
import type { RouteItem, VisitItem } from "./plan-view";

const MINUTE_MS = 60_000;

/** The visits with their arrivals as of now: the clock moves those that it has overtaken. */
export function useLiveVisits(
  routes: readonly RouteItem[],
  visits: readonly VisitItem[],
  { serviceDate, timeZone, nowSec: loadedSec }: ServiceClock & { nowSec: number },
): readonly VisitItem[] {
  const nowSec = useNowSec(loadedSec, MINUTE_MS);
  const known = useRef<KnownLive>(new WeakMap());
  return useMemo(
    () => withLiveTimes(routes, visits, { serviceDate, timeZone }, nowSec, known.current),
    [routes, visits, serviceDate, timeZone, nowSec],
  );
}
