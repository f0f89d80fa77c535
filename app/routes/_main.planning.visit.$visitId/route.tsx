import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { json } from "@remix-run/node";
import { lastValues, SeenFields } from "~/domain/validation/form-fields";
import { visitFilesAction } from "~/features/driver/visit-files-action.server";
import { updateVisitFields } from "~/features/planning/commands/visit-commands.server";
import { loadShownVisit } from "~/features/planning/visit-panel/visit-details.server";
import { parseVisitFields, visitIdOf } from "~/features/planning/schemas";
import type { ActionContext, ActionOutcome } from "~/http/action.server";
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

/** Single fields of the visit as they are left, its pictures, and "done" with its proof. */
export const action = ({ request, params }: ActionFunctionArgs) =>
  visitFilesAction(request, () => visitIdOf(params), saveFields);

async function saveFields(
  { session, form, intent, tab }: ActionContext,
  visitId: number,
): Promise<ActionOutcome | null> {
  if (intent !== "update-visit-fields") return null;
  const fields = lastValues(form);
  await updateVisitFields(
    session,
    { visitId, fields: parseVisitFields(fields), seen: SeenFields.parse(fields.seen) },
    { tab },
  );
  return {};
}
