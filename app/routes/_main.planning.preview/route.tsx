import type { LoaderFunctionArgs } from "@remix-run/node";
import { json } from "@remix-run/node";
import { previewMove } from "~/features/planning/plan-page/moving/preview-move.server";
import { MoveVisits } from "~/features/planning/visit-schemas";
import { parseParams } from "~/http/actions/parse-input";
import { loadPage } from "~/http/page.server";

/** What a move would do; asked for while dragging. */
export async function loader({ request }: LoaderFunctionArgs) {
  return json(await loadPage(request, (session) => previewMove(session, parseParams(MoveVisits, request))));
}
