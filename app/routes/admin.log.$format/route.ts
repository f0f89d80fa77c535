import type { LoaderFunctionArgs } from "@remix-run/node";
import { download } from "~/features/exports/download.server";
import { platformLogFile } from "~/features/admin/queries/log-page.server";
import { loadPage } from "~/http/page.server";
import { TableFormatParams } from "~/http/table-file.server";

/** What happened on the platform, as the list is narrowed. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  return loadPage(request, async (session) => {
    const { format } = TableFormatParams.parse(params);
    return download({
      name: `platform-activity.${format}`,
      format,
      body: await platformLogFile(session, request, format),
    });
  });
}
