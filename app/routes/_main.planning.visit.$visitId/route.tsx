import type { LoaderFunctionArgs } from "@remix-run/node";
import { json } from "@remix-run/node";
import { loadShownVisit } from "~/features/planning/visit-panel/visit-details.server";
import { visitIdOf } from "~/features/planning/schemas";
import { visitAction } from "~/features/page-actions.server";
import { loadPage } from "~/http/page.server";

/**
 * What the visit panel shows; pages fetch it when the panel opens. A visit that somebody just removed is answered with
 * null, not with a fault: the panel is about to close, and the page around it stands.
 */
export async function loader({ request, params }: LoaderFunctionArgs) {
  try {
    return json(await loadPage(request, (session) => loadShownVisit(session, visitIdOf(params))));
  } catch (error) {
    if (error instanceof Response && error.status === 404) return json(null, { status: 404 });
    throw error;
  }
}

export const action = visitAction;
