import type { LoaderFunctionArgs } from "@remix-run/node";
import { download } from "~/features/exports/download.server";
import { warehousesFile } from "~/features/resources/queries/resource-files.server";
import { loadPage } from "~/http/page.server";
import { TableFormatParams } from "~/http/table-file.server";

/** The warehouses as the list is narrowed. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  return loadPage(request, async (session) => {
    const { format } = TableFormatParams.parse(params);
    return download({ name: `warehouses.${format}`, format, body: await warehousesFile(session, request, format) });
  });
}
