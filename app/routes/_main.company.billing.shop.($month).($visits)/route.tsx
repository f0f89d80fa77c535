import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Shop } from "~/features/billing/components/shop";
import { loadShopPage } from "~/features/billing/queries/shop-page.server";
import { billingAction } from "~/features/page-actions.server";
import { loadPage } from "~/http/page.server";
import { useAnswer } from "~/lib/use-answer";
import { paths } from "~/paths";
import { PageBody, PageHeader } from "~/ui/page/page-header";

const DESCRIPTION = "Packages by months and visits.";

export const meta: MetaFunction = () => [
  { title: "Shop · Route planning" },
  { name: "description", content: DESCRIPTION },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  return json(await loadPage(request, (session) => loadShopPage(session, request, params)));
}

export const action = billingAction;

export default function BillingShop() {
  const page = useLoaderData<typeof loader>();
  const result = useAnswer<typeof action>() ?? null;
  return (
    <>
      <PageHeader
        title="Shop"
        description={DESCRIPTION}
        crumbs={[{ label: "Billing", to: paths.billingMain() }, { label: "Shop" }]}
      />
      <PageBody>
        <Shop page={page} result={result} />
      </PageBody>
    </>
  );
}
