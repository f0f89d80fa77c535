import type { LoaderFunctionArgs } from "@remix-run/node";
import { companyImage } from "~/features/company/queries/company-image.server";
import { loadPage } from "~/http/page.server";

/** The small picture of a company. */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  loadPage(request, (session) => companyImage(session, request, params));
