import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BillingPanel } from "~/features/billing/components/billing-panel";
import { CustomPackage } from "~/features/billing/components/custom-package";
import { OrdersTable } from "~/features/billing/components/orders-table";
import { loadBillingPage } from "~/features/billing/queries/billing-page.server";
import { billingAction } from "~/features/page-actions.server";
import { loadPage } from "~/http/page.server";
import { useAnswer } from "~/lib/use-answer";
import { useLiveChanges } from "~/realtime/use-live";
import { useActionToast } from "~/ui/feedback/use-flash";
import { FlashBanner } from "~/ui/feedback/flash-banner";
import { PageBody, PageHeader, Panel } from "~/ui/page/page-header";

const DESCRIPTION = "What the company pays for, how many visits are used, and its invoices.";

export const meta: MetaFunction = () => [
  { title: "Billing · Route planning" },
  { name: "description", content: DESCRIPTION },
];

export async function loader({ request }: LoaderFunctionArgs) {
  return json(await loadPage(request, (session) => loadBillingPage(session, request)));
}

export const action = billingAction;

export default function CompanyBilling() {
  const page = useLoaderData<typeof loader>();
  const result = useAnswer<typeof action>() ?? null;
  useActionToast(result);
  useLiveChanges((event) => event.model === "Company");
  return (
    <>
      <FlashBanner result={result} />
      <PageHeader title="Billing" description={DESCRIPTION} />
      <PageBody>
        {page.hasPaid && <p role="status">Thank you. Your package is changed as soon as the payment is confirmed.</p>}
        <BillingPanel page={page} result={result} />
        {page.custom !== null && <CustomPackage custom={page.custom} result={result} />}
        <Panel title="Orders and invoices" flush>
          <OrdersTable orders={page.orders} />
        </Panel>
      </PageBody>
    </>
  );
}
