import { useMemo, useRef } from "react";
import type { ServiceClock } from "~/domain/time/service-clock";
import { useNowSec } from "~/ui/use-now";
import { liveStopsOf, nothingKnown, withLiveFinish, withLiveTimes, withLiveWarnings } from "./live-visits";
import type { RouteItem, VisitItem } from "./plan-view";

const MINUTE_MS = 60_000;

/** Visits with their arrivals as of now, which the clock moves where it has overtaken them, and their routes' ends. */
export function useLivePlan(
  plan: { routes: readonly RouteItem[]; visits: readonly VisitItem[] },
  { serviceDate, timeZone, nowSec: loadedSec }: ServiceClock & { nowSec: number },
): { routes: readonly RouteItem[]; visits: readonly VisitItem[] } {
  const nowSec = useNowSec(loadedSec, MINUTE_MS);
  const known = useRef(nothingKnown());
  const ahead = useMemo(
    () => liveStopsOf(plan.routes, plan.visits, { serviceDate, timeZone }, nowSec),
    [plan.routes, plan.visits, serviceDate, timeZone, nowSec],
  );
  const visits = useMemo(() => withLiveTimes(plan.visits, ahead, known.current), [plan.visits, ahead]);
  const routes = useMemo(
    () => withLiveFinish(withLiveWarnings(plan.routes, visits), ahead),
    [plan.routes, visits, ahead],
  );
  return { routes, visits };
}
