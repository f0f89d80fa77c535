import type { LoaderFunctionArgs } from "@remix-run/node";
import { json } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { companyNav } from "~/features/company/company-nav";
import { loadPage } from "~/http/page.server";
import { PageTabs } from "~/ui/page/page-tabs";

export async function loader({ request }: LoaderFunctionArgs) {
  return json(await loadPage(request, async ({ actor }) => ({ tabs: companyNav(actor) })));
}

export default function CompanyArea() {
  const { tabs } = useLoaderData<typeof loader>();
  return (
    <>
      <PageTabs label="Company" items={tabs} />
      <Outlet />
    </>
  );
}
