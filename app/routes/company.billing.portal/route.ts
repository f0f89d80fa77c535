import type { LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { portalOf } from "~/features/billing/billing-links.server";
import { loadPage } from "~/http/page.server";

/** Leads to the payment provider's page on which customers see to their cards and invoices. */
export const loader = ({ request }: LoaderFunctionArgs) =>
  loadPage(request, async (session) => redirect(await portalOf(session), 303));
