import type { LoaderFunctionArgs } from "@remix-run/node";
import { json } from "@remix-run/node";
import { loadVisitDetails } from "~/features/planning/queries/visit-details.server";
import { visitIdOf } from "~/features/planning/schemas";
import { loadPage } from "~/http/page.server";

/** What the visit panel shows; pages fetch it when the panel opens. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  return json(await loadPage(request, (session) => loadVisitDetails(session, visitIdOf(params))));
}
