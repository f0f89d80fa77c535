import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { download } from "~/features/exports/download.server";
import { companiesFile } from "~/features/profile/queries/companies-page.server";
import { loadPage } from "~/http/page.server";

const Params = z.object({ format: z.enum(["xlsx", "csv"]) });

/** One's own companies as a file, as the list is filtered. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  return loadPage(request, async (session) => {
    const { format } = Params.parse(params);
    const body = await companiesFile(session, null, request, format);
    return download({ name: `companies.${format}`, format, body });
  });
}
