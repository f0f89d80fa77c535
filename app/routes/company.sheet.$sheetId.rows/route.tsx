import type { LoaderFunctionArgs } from "@remix-run/node";
import { download } from "~/features/exports/download.server";
import { fileName } from "~/features/exports/file-name";
import { rowsFile } from "~/features/imports/queries/rows-file.server";
import { SheetParams } from "~/features/imports/schemas";
import { loadPage } from "~/http/page.server";

/** The rows of an import as a workbook, with what was said about each. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  return loadPage(request, async (session) => {
    const { title, body } = await rowsFile(session, request, SheetParams.parse(params).sheetId);
    return download({ name: fileName([title, "rows"], "xlsx"), format: "xlsx", body });
  });
}
