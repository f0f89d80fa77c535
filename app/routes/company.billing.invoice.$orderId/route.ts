import type { LoaderFunctionArgs } from "@remix-run/node";
import { invoiceFile } from "~/features/billing/queries/invoice.server";
import { OrderParams } from "~/features/billing/schemas";
import { download } from "~/features/exports/download.server";
import { loadPage } from "~/http/page.server";

/** The invoice of an approved order as a PDF. */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  loadPage(request, async (session) => download(await invoiceFile(session, OrderParams.parse(params).orderId)));
