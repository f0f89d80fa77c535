import type { LoaderFunctionArgs } from "@remix-run/node";
import { json, redirect } from "@remix-run/node";
import { Outlet, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { companyNav } from "~/features/company/company-nav";
import { hasBilling } from "~/features/billing/refuse-off.server";
import { LostWebhooks } from "~/features/webhooks/components/lost-webhooks";
import { countLostWebhooks } from "~/features/webhooks/queries/lost-webhooks.server";
import { loadPage } from "~/http/page.server";
import { absolute, paths } from "~/paths";
import { PageError } from "~/ui/page/page-error";
import { PageTabs } from "~/ui/page/page-tabs";

export async function loader({ request }: LoaderFunctionArgs) {
  return json(
    await loadPage(request, async (session) => {
      const { actor, opened } = session;
      if (opened === true) throw redirect(underAdmin(new URL(request.url)));
      return { tabs: companyNav(actor, hasBilling()), lostWebhooks: await countLostWebhooks(session) };
    }),
  );
}

/** The same page of a company that was opened from outside: wherever a link or an answer leads, it stays there. */
const underAdmin = ({ pathname, search }: URL): string =>
  `${paths.adminCompany()}${pathname.slice(absolute(paths.company()).length)}${search}`;

export default function CompanyArea() {
  const { tabs, lostWebhooks } = useLoaderData<typeof loader>();
  return (
    <>
      <PageTabs label="Company" items={tabs} />
      <LostWebhooks count={lostWebhooks} />
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
