import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportCompany } from "~/features/rights/queries/export-company.server";
import { loadPage } from "~/http/page.server";

/** All data of the company as a zip archive. */
export const loader = ({ request }: LoaderFunctionArgs) =>
  loadPage(request, (session) => exportCompany(session, request));
