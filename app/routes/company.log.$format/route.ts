import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { logFile } from "~/features/company/queries/log-page.server";
import { download } from "~/features/exports/download.server";
import { loadPage } from "~/http/page.server";

const Params = z.object({ format: z.enum(["xlsx", "csv"]) });

/** The company's activity as a file, as the list is filtered. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  return loadPage(request, async (session) => {
    const { format } = Params.parse(params);
    return download({ name: `activity.${format}`, format, body: await logFile(session, request, format) });
  });
}
