import type { LoaderFunctionArgs } from "@remix-run/node";
import { checkoutOf } from "~/features/billing/billing-links.server";
import { OrderParams } from "~/features/billing/schemas";
import { leadElsewhere } from "~/http/lead-elsewhere.server";
import { loadPage } from "~/http/page.server";

/** Leads to the payment provider's page of an order. */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  loadPage(request, async (session) =>
    leadElsewhere(request, await checkoutOf(session, OrderParams.parse(params).orderId), "Go on to the payment"),
  );
