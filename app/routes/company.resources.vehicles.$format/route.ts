import type { LoaderFunctionArgs } from "@remix-run/node";
import { download } from "~/features/exports/download.server";
import { vehiclesFile } from "~/features/resources/queries/resource-files.server";
import { loadPage } from "~/http/page.server";
import { TableFormatParams } from "~/http/table-file.server";

/** The vehicles as the list is narrowed, in columns that an import knows. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  return loadPage(request, async (session) => {
    const { format } = TableFormatParams.parse(params);
    return download({ name: `vehicles.${format}`, format, body: await vehiclesFile(session, request, format) });
  });
}
