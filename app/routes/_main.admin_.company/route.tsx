import type { LoaderFunctionArgs } from "@remix-run/node";
import { json } from "@remix-run/node";
import { Outlet, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { authorize } from "~/auth/actor.server";
import { hasBilling } from "~/features/billing/refuse-off.server";
import { companyNav } from "~/features/company/company-nav";
import { LostWebhooks } from "~/features/webhooks/components/lost-webhooks";
import { countLostWebhooks } from "~/features/webhooks/queries/lost-webhooks.server";
import { loadPage } from "~/http/page.server";
import { paths } from "~/paths";
import { PageError } from "~/ui/page/page-error";
import { PageTabs } from "~/ui/page/page-tabs";

export async function loader({ request }: LoaderFunctionArgs) {
  return json(
    await loadPage(request, async (session) => {
      authorize(session, "companies.open");
      return {
        tabs: companyNav(session.actor, hasBilling(), paths.adminCompany()),
        lostWebhooks: await countLostWebhooks(session),
      };
    }),
  );
}

/** The company area of the company that a super admin has opened; its pages are those of /company. */
export default function OpenedCompanyArea() {
  const { tabs, lostWebhooks } = useLoaderData<typeof loader>();
  return (
    <>
      <PageTabs label="Company" items={tabs} />
      <LostWebhooks count={lostWebhooks} />
      <Outlet />
    </>
  );
}

export function ErrorBoundary() {
  const area = useRouteLoaderData<typeof loader>("routes/_main.admin_.company");
  return (
    <>
      {area && <PageTabs label="Company" items={area.tabs} />}
      <PageError />
    </>
  );
}
