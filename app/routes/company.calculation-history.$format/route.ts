import type { LoaderFunctionArgs } from "@remix-run/node";
import { download } from "~/features/exports/download.server";
import { historyFile } from "~/features/calculations/queries/list-calculations.server";
import { loadPage } from "~/http/page.server";
import { TableFormatParams } from "~/http/table-file.server";

/** The calculations as the list is narrowed. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  return loadPage(request, async (session) => {
    const { format } = TableFormatParams.parse(params);
    return download({ name: `calculations.${format}`, format, body: await historyFile(session, request, format) });
  });
}
