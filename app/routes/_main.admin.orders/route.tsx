import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AllOrders } from "~/features/billing/components/all-orders";
import { loadOrdersPage } from "~/features/billing/queries/orders-page.server";
import { billingAdminAction } from "~/features/page-actions.server";
import { loadPage } from "~/http/page.server";
import { useAnswer } from "~/lib/use-answer";
import { FlashBanner } from "~/ui/feedback/flash-banner";

const DESCRIPTION = "What companies ordered, and what waits for an approval.";

export const meta: MetaFunction = () => [
  { title: "Orders · Route planning" },
  { name: "description", content: DESCRIPTION },
];

export async function loader({ request }: LoaderFunctionArgs) {
  return json(await loadPage(request, (session) => loadOrdersPage(session, request)));
}

export const action = billingAdminAction;

export default function AdminOrders() {
  const page = useLoaderData<typeof loader>();
  const result = useAnswer<typeof action>() ?? null;
  return (
    <>
      <FlashBanner result={result} />
      <AllOrders list={page.list} item={page.item} result={result} />
    </>
  );
}
