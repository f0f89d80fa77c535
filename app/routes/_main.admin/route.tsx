import type { LoaderFunctionArgs } from "@remix-run/node";
import { json } from "@remix-run/node";
import { Outlet, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { authorize } from "~/auth/actor.server";
import { hasBilling } from "~/features/billing/refuse-off.server";
import { adminNav } from "~/features/admin/admin-nav";
import { loadPage } from "~/http/page.server";
import { PageError } from "~/ui/page/page-error";
import { PageTabs } from "~/ui/page/page-tabs";

export async function loader({ request }: LoaderFunctionArgs) {
  return json(
    await loadPage(request, async (session) => {
      authorize(session, "admin.view");
      return { tabs: adminNav(session.actor, hasBilling()) };
    }),
  );
}

/** The platform's administration. */
export default function AdminArea() {
  const { tabs } = useLoaderData<typeof loader>();
  return (
    <>
      <PageTabs label="Administration" items={tabs} />
      <Outlet />
    </>
  );
}

export function ErrorBoundary() {
  const area = useRouteLoaderData<typeof loader>("routes/_main.admin");
  return (
    <>
      {area && <PageTabs label="Administration" items={area.tabs} />}
      <PageError />
    </>
  );
}
