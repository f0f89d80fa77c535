import type { LoaderFunctionArgs } from "@remix-run/node";
import { json } from "@remix-run/node";
import { loadDriverMap } from "~/features/driver/queries/driver-map.server";
import { routeIdOf } from "~/features/driver/schemas";
import { loadPage } from "~/http/page.server";

/** What the map of a driver's page shows. */
export const loader = async ({ request, params }: LoaderFunctionArgs) =>
  json(await loadPage(request, (session) => loadDriverMap(session, routeIdOf(params))));
