import type { LoaderFunctionArgs } from "@remix-run/node";
import { download } from "~/features/exports/download.server";
import { ExportParams, exportFile } from "~/features/exports/queries/export-file.server";
import { loadPage } from "~/http/page.server";

/** A file to save. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  return loadPage(request, async (session) => download(await exportFile(session, ExportParams.parse(params))));
}
