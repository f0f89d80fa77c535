import type { LoaderFunctionArgs } from "@remix-run/node";
import { json } from "@remix-run/node";
import { Outlet, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { companyNav } from "~/features/company/company-nav";
import { loadPage } from "~/http/page.server";
import { PageError } from "~/ui/page/page-error";
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

/** The other pages of the company are one click away; there are none for those who may not enter. */
export function ErrorBoundary() {
  const area = useRouteLoaderData<typeof loader>("routes/_main.company");
  return (
    <>
      {area && <PageTabs label="Company" items={area.tabs} />}
      <PageError />
    </>
  );
}
