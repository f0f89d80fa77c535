import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { download } from "~/features/exports/download.server";
import { visitsFile } from "~/features/planning/visits-list/visits-file.server";
import { loadPage } from "~/http/page.server";

const Params = z.object({ format: z.enum(["xlsx", "csv"]) });

/** The company's visits as a file, as the list is narrowed. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  return loadPage(request, async (session) => {
    const { format } = Params.parse(params);
    return download({ name: `visits.${format}`, format, body: await visitsFile(session, request, format) });
  });
}
