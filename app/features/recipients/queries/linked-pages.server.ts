import { json } from "@remix-run/node";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { openRouteLink, openVisitLink } from "./open-link.server";
import type { ClosedLink } from "./open-link.server";
import { loadRoutePage } from "./route-page.server";
import { loadVisitPage } from "./visit-page.server";

/** A page that says why the link opens nothing. */
function closedPage(closed: ClosedLink) {
  const headers: Record<string, string> = closed.waitSec === undefined ? {} : { "Retry-After": String(closed.waitSec) };
  return json({ closed, page: null, link: null }, { status: closed.status, headers });
}

/** The page of a visit's link. */
export async function loadRecipientVisit({ params, context }: LoaderFunctionArgs) {
  const link = await openVisitLink({ id: params.visitId, hash: params.hash, ip: context.ip });
  if (link.kind !== "open") return closedPage(link);
  return json({ closed: null, page: await loadVisitPage(link), link: { id: link.visit.id, hash: params.hash ?? "" } });
}

/** The same of a route's link. */
export async function loadRecipientRoute({ params, context }: LoaderFunctionArgs) {
  const link = await openRouteLink({ id: params.routeId, hash: params.hash, ip: context.ip });
  if (link.kind !== "open") return closedPage(link);
  return json({ closed: null, page: await loadRoutePage(link), link: { id: link.route.id, hash: params.hash ?? "" } });
}
