import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PromisedWindows } from "~/features/company/components/promised-windows";
import { loadDashboard } from "~/features/company/queries/dashboard.server";
import { loadPage } from "~/http/page.server";
import { PageBody, PageHeader } from "~/ui/page/page-header";

const DESCRIPTION = "How well the company keeps what its recipients are told.";

export const meta: MetaFunction = () => [
  { title: "Dashboard · Route planning" },
  { name: "description", content: DESCRIPTION },
];

export async function loader({ request }: LoaderFunctionArgs) {
  return json(await loadPage(request, (session) => loadDashboard(session)));
}

export default function CompanyDashboard() {
  const page = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title="Dashboard" description={DESCRIPTION} />
      <PageBody>
        <PromisedWindows {...page} />
      </PageBody>
    </>
  );
}
