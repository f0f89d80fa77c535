import { useLiveChanges } from "~/realtime/use-live";

const SHOWN: readonly string[] = ["RoutingRoute", "RoutingVisit", "RoutingPlan"];

/** Loads the page again when something on it has changed. */
export function useLivePage({ planId, routeId }: { planId: number | null; routeId: number | null }): void {
  useLiveChanges((event) => {
    if (event.model === "LiveEta") return routeId !== null && event.ids.includes(routeId);
    return SHOWN.includes(event.model) && (event.planId === undefined || event.planId === planId);
  });
}
