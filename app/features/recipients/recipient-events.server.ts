import { networkOf } from "~/auth/try-limits.server";
import { subjectText } from "~/domain/tracking/tracking-subject";
import type { TrackingSubject } from "~/domain/tracking/tracking-subject";
import { pageEvents } from "~/http/page-events.server";
import { AppError } from "~/lib/errors";
import type { LiveMessage } from "~/realtime/publisher.server";
import { loadRoutePage } from "./queries/route-page.server";
import { openRouteLink, openVisitLink } from "./queries/open-link.server";
import type { ClosedLink, GivenLink } from "./queries/open-link.server";
import { loadVisitPage } from "./queries/visit-page.server";

/** A link that is passed on to many people: further ones ask every half minute instead. */
const STREAMS_PER_LINK = 8;
const STREAMS_PER_ADDRESS = 40;
const STREAMS_OF_ALL = 2_000;

interface Followed {
  companyId: number;
  planId: number | null;
  routeId: number | null;
}

/**
 * Anything of the plan may change a time, and so may the route's vehicle. What needs no plan, such as settings, may
 * change every page. Positions come by the second: the stream's own look every 20 seconds is enough for them.
 */
const concerns =
  ({ companyId, planId, routeId }: Followed) =>
  (message: LiveMessage): boolean => {
    if (message.companyId !== companyId || message.kind !== "change") return false;
    const { event } = message;
    // They have it themselves.
    if (event.model === "RecipientMessage") return false;
    if (event.model === "LiveEta") return routeId !== null && event.ids.includes(routeId);
    return event.planId === undefined || event.planId === planId;
  };

const closed = ({ status }: ClosedLink): Response => new Response(null, { status });

const closedMeanwhile = ({ status }: ClosedLink): AppError =>
  new AppError("link.closed", "The link is closed.", { status });

const stream = (
  subject: TrackingSubject,
  { ip }: GivenLink,
  followed: Followed,
  signal: AbortSignal,
  currentVersion: () => Promise<string>,
): Promise<Response> =>
  pageEvents(
    [
      { key: `link:${subjectText(subject)}`, most: STREAMS_PER_LINK, beyond: "is refused" },
      { key: `links of:${networkOf(ip)}`, most: STREAMS_PER_ADDRESS, beyond: "is refused" },
      { key: "links", most: STREAMS_OF_ALL, beyond: "is refused" },
    ],
    signal,
    { currentVersion, concerns: concerns(followed) },
  );

/** The line on which the page of a visit's link hears that it is out of date. */
export async function visitEvents(link: GivenLink, signal: AbortSignal): Promise<Response> {
  const opened = await openVisitLink(link);
  if (opened.kind !== "open") return closed(opened);
  const { company, visit } = opened;
  const followed = { companyId: company.id, planId: visit.planId, routeId: visit.routeId };
  return stream({ kind: "visit", id: visit.id }, link, followed, signal, async () => {
    const now = await openVisitLink(link);
    if (now.kind !== "open") throw closedMeanwhile(now);
    return (await loadVisitPage(now)).version;
  });
}

/** The same for a route. */
export async function routeEvents(link: GivenLink, signal: AbortSignal): Promise<Response> {
  const opened = await openRouteLink(link);
  if (opened.kind !== "open") return closed(opened);
  const { company, route } = opened;
  const followed = { companyId: company.id, planId: route.planId, routeId: route.id };
  return stream({ kind: "route", id: route.id }, link, followed, signal, async () => {
    const now = await openRouteLink(link);
    if (now.kind !== "open") throw closedMeanwhile(now);
    return (await loadRoutePage(now)).version;
  });
}
