import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { json } from "@remix-run/node";
import { visitFilesAction } from "~/features/driver/visit-files-action.server";
import { loadVisitDetails } from "~/features/planning/queries/visit-details.server";
import { visitIdOf } from "~/features/planning/schemas";
import { loadPage } from "~/http/page.server";

/** What the visit panel shows; pages fetch it when the panel opens. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  return json(await loadPage(request, (session) => loadVisitDetails(session, visitIdOf(params))));
}

/** Pictures of the visit, and "done" with its proof. */
export const action = ({ request, params }: ActionFunctionArgs) => visitFilesAction(request, () => visitIdOf(params));
