import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { json } from "@remix-run/node";
import type { ShouldRevalidateFunction } from "@remix-run/react";
import { visitFilesAction } from "~/features/driver/visit-files-action.server";
import { loadVisitDetails } from "~/features/planning/queries/visit-details.server";
import { visitIdOf } from "~/features/planning/schemas";
import { loadPage } from "~/http/page.server";
import { AppError } from "~/lib/errors";

/**
 * What the visit panel shows; pages fetch it when the panel opens. A visit that isn't there is an answer, and not thrown:
 * one that was removed while its panel is open must not take the whole page with it.
 */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const details = await loadPage(request, (session) => loadVisitDetails(session, visitIdOf(params)).catch(noneWhenGone));
  return json(details, { status: details === null ? 404 : 200 });
}

function noneWhenGone(error: unknown): null {
  if (error instanceof AppError && error.status === 404) return null;
  throw error;
}

const REMOVALS: readonly unknown[] = ["remove-visit", "remove-visits", "remove-route-visits", "remove-all-visits", "remove-plan"];

/** After a removal there may be nothing left to ask for. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formData, defaultShouldRevalidate }) => defaultShouldRevalidate && !REMOVALS.includes(formData?.get("intent"));

/** Pictures of the visit, and "done" with its proof. */
export const action = ({ request, params }: ActionFunctionArgs) => visitFilesAction(request, () => visitIdOf(params));
