import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { DashboardPage } from "~/features/dashboard/components/dashboard-page";
import { loadDashboard } from "~/features/dashboard/queries/dashboard.server";
import { loadPage } from "~/http/page.server";
import { PageBody, PageHeader } from "~/ui/page/page-header";

const DESCRIPTION = "What became of the company's routes, and of what its recipients were told.";

export const meta: MetaFunction = () => [
  { title: "Dashboard · Route planning" },
  { name: "description", content: DESCRIPTION },
];

export async function loader({ request }: LoaderFunctionArgs) {
  return json(await loadPage(request, (session) => loadDashboard(session, request)));
}

export default function CompanyDashboard() {
  const page = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title="Dashboard" description={DESCRIPTION} />
      <PageBody>
        <DashboardPage {...page} />
      </PageBody>
    </>
  );
}
