import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { figuresFile } from "~/features/dashboard/queries/figures-file.server";
import { download } from "~/features/exports/download.server";
import { loadPage } from "~/http/page.server";

const Params = z.object({ format: z.enum(["xlsx", "csv"]) });

/** The dashboard's figures as a file, of the days and in the order of the page. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  return loadPage(request, async (session) => {
    const { format } = Params.parse(params);
    return download({ format, ...(await figuresFile(session, request, format)) });
  });
}
