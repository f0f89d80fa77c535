import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireCompany } from "~/auth/session.server";
import { concernsRoute, driverEvents } from "~/features/driver/driver-events.server";
import { loadDriverHomePage } from "~/features/driver/queries/driver-home.server";
import { loadDriverRoute } from "~/features/driver/queries/driver-route.server";
import { routeIdOf } from "~/features/driver/schemas";
import { loadPage } from "~/http/page.server";
import { callerGone } from "~/lib/request-context.server";

/** The line on which a driver's page hears that it is out of date: that of one route, or the list of routes. */
export async function loader({ request }: LoaderFunctionArgs) {
  const id = new URL(request.url).searchParams.get("route");
  return loadPage(request, async (session) => {
    // Who may see it is asked anew each time.
    if (id === null)
      return driverEvents(session, callerGone(), {
        currentVersion: async () => (await loadDriverHomePage(await requireCompany(request))).version,
        concerns: () => true,
      });
    const routeId = routeIdOf({ routeId: id });
    const { planId } = await loadDriverRoute(session, routeId);
    return driverEvents(session, callerGone(), {
      currentVersion: async () => (await loadDriverRoute(await requireCompany(request), routeId)).version,
      concerns: (event) => concernsRoute(event, { routeId, planId }),
    });
  });
}
