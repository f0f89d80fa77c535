import type { LoaderFunctionArgs } from "@remix-run/node";
import { json } from "@remix-run/node";
import { loadTrails } from "~/features/tracking/queries/trails.server";
import { loadPage } from "~/http/page.server";

/** The ways that vehicles took so far: the map asks for them when it is there. */
export async function loader({ request }: LoaderFunctionArgs) {
  return json(await loadPage(request, loadTrails));
}
