import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { download } from "~/features/exports/download.server";
import { companiesFile } from "~/features/profile/queries/companies-page.server";
import { UserParams } from "~/features/profile/schemas";
import { loadPage } from "~/http/page.server";

const Params = UserParams.extend({ format: z.enum(["xlsx", "csv"]) });

/** The companies of another user as a file, as the list is filtered. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  return loadPage(request, async (session) => {
    const { userId, format } = Params.parse(params);
    const body = await companiesFile(session, userId, request, format);
    return download({ name: `companies.${format}`, format, body });
  });
}
