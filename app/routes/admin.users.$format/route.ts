import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { download } from "~/features/exports/download.server";
import { usersFile } from "~/features/admin/queries/platform-lists.server";
import { loadPage } from "~/http/page.server";

const Params = z.object({ format: z.enum(["xlsx", "csv"]) });

/** All users of the platform as a file, as the list is filtered. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  return loadPage(request, async (session) => {
    const { format } = Params.parse(params);
    return download({ name: `users.${format}`, format, body: await usersFile(session, request, format) });
  });
}
