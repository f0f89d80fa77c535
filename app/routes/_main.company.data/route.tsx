import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { CompanyData } from "~/features/rights/components/company-data";
import { loadDataPage } from "~/features/rights/queries/data-page.server";
import { loadPage } from "~/http/page.server";
import { useReloadAt } from "~/realtime/use-reload-at";
import { PageBody, PageHeader } from "~/ui/page/page-header";

const DESCRIPTION = "All data of the company: take them with you, and see how long they are kept.";

export const meta: MetaFunction = () => [
  { title: "Data · Route planning" },
  { name: "description", content: DESCRIPTION },
];

export async function loader({ request }: LoaderFunctionArgs) {
  return json(await loadPage(request, loadDataPage));
}

export default function Data() {
  const page = useLoaderData<typeof loader>();
  useReloadAt(page.valid);
  return (
    <>
      <PageHeader title="Data" description={DESCRIPTION} />
      <PageBody>
        <CompanyData {...page} />
      </PageBody>
    </>
  );
}
