import type { LoaderFunctionArgs } from "@remix-run/node";
import { userImage } from "~/features/profile/queries/user-image.server";
import { loadPage } from "~/http/page.server";

/** The small picture of a person. */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  loadPage(request, (session) => userImage(session, request, params));
