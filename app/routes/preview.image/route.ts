import type { LoaderFunctionArgs } from "@remix-run/node";
import { previewImage } from "~/features/driver/queries/attachment-file.server";
import { loadPage } from "~/http/page.server";

/** A picture made small: `?path=…&w=…&h=…`. */
export async function loader({ request }: LoaderFunctionArgs) {
  return loadPage(request, (session) => previewImage(session, request));
}
