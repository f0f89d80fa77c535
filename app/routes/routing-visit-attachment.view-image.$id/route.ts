import type { LoaderFunctionArgs } from "@remix-run/node";
import { attachmentFile } from "~/features/driver/queries/attachment-file.server";
import { attachmentIdOf } from "~/features/driver/schemas";
import { loadPage } from "~/http/page.server";

/** A photo or signature of a visit; `?save=1` gives it to save. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  return loadPage(request, (session) => attachmentFile(session, attachmentIdOf(params), request));
}
