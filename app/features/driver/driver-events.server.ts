import { ofPerson } from "~/auth/session.server";
import type { CompanySession } from "~/auth/session.server";
import { pageEvents } from "~/http/page-events.server";
import type { ChangeEvent } from "~/realtime/events";

/** Tabs of one user that may listen at the same time; one more closes the oldest. */
const STREAMS_PER_USER = 4;

export interface WatchedPage {
  /** the version of what the page shows now. @throws when the user may no longer see it */
  currentVersion(): Promise<string>;
  concerns(event: ChangeEvent): boolean;
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
      concerns: (message) =>
        message.kind === "change" && message.companyId === session.company.id && concerns(message.event),
    },
  );
