import { ofPerson } from "~/auth/session.server";
import type { CompanySession } from "~/auth/session.server";
import { pageEvents } from "~/http/page-events.server";
import type { ChangeEvent } from "~/realtime/events";

/** Tabs of one user that may listen at the same time; one more closes the oldest. */
const STREAMS_PER_USER = 4;

interface WatchedPage {
  /** the version of what the page shows now. @throws when the user may no longer see it */
  currentVersion(): Promise<string>;
  concerns(event: ChangeEvent): boolean;
}

/** Of a driver's page: nothing of these is on it. */
const ELSEWHERE: readonly ChangeEvent["model"][] = ["RoadTask", "RoutingQuery", "LiveEta", "RecipientMessage"];

/** Whether a route's page may show what has changed: each look costs as much as the page. */
export function concernsRoute(event: ChangeEvent, { routeId, planId }: { routeId: number; planId: number }): boolean {
  if (ELSEWHERE.includes(event.model)) return false;
  if (event.routeId !== undefined) return event.routeId === routeId;
  // Visits without a plan are on no route.
  return event.planId === undefined ? event.model !== "RoutingVisit" : event.planId === planId;
}

/**
 * Sends a driver's page its new version when what it shows has changed, and nothing else. The page loads the change
 * itself.
 */
export const driverEvents = (
  session: CompanySession,
  signal: AbortSignal,
  { currentVersion, concerns }: WatchedPage,
): Promise<Response> =>
  pageEvents(
    [{ key: `user:${ofPerson(session).userId}`, most: STREAMS_PER_USER, beyond: "closes the oldest" }],
    signal,
    {
      currentVersion,
      // Hundreds of drivers have their page open the whole day, and a look costs as much as the page.
      beatsALook: 3,
      concerns: (message) =>
        message.kind === "change" && message.companyId === session.company.id && concerns(message.event),
    },
  );
