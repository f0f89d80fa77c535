import type { LoaderFunctionArgs } from "@remix-run/node";
import { json } from "@remix-run/node";
import { loadPlanChanges } from "~/features/planning/undo/plan-changes.server";
import { planIdOf } from "~/features/planning/schemas";
import { loadPage } from "~/http/page.server";

/** Who changed what in a plan; the plan page fetches it when its list of changes opens. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  return json(await loadPage(request, (session) => loadPlanChanges(session, planIdOf(params))));
}
