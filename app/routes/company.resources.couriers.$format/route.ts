import type { LoaderFunctionArgs } from "@remix-run/node";
import { download } from "~/features/exports/download.server";
import { driversFile } from "~/features/team/queries/members-page.server";
import { loadPage } from "~/http/page.server";
import { TableFormatParams } from "~/http/table-file.server";

/** The drivers as the list is narrowed. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  return loadPage(request, async (session) => {
    const { format } = TableFormatParams.parse(params);
    return download({ name: `drivers.${format}`, format, body: await driversFile(session, request, format) });
  });
}
