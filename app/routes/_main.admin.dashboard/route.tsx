import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AnnounceUpgrade } from "~/features/admin/components/announce-upgrade";
import { CardList } from "~/features/admin/components/cards";
import { loadCards } from "~/features/admin/queries/dashboard.server";
import { adminDashboardAction } from "~/features/page-actions.server";
import { loadPage } from "~/http/page.server";
import { useAnswer } from "~/lib/use-answer";
import { FlashBanner } from "~/ui/feedback/flash-banner";
import { PageBody, PageHeader } from "~/ui/page/page-header";

const DESCRIPTION = "What there is on the whole platform, and what waits or has failed.";

export const meta: MetaFunction = () => [
  { title: "Platform · Route planning" },
  { name: "description", content: DESCRIPTION },
];

export async function loader({ request }: LoaderFunctionArgs) {
  return json(await loadPage(request, loadCards));
}

export const action = adminDashboardAction;

export default function AdminDashboard() {
  const cards = useLoaderData<typeof loader>();
  const result = useAnswer<typeof action>() ?? null;
  return (
    <>
      <FlashBanner result={result} />
      <PageHeader title="Platform" description={DESCRIPTION} />
      <PageBody>
        <CardList cards={cards} />
        <AnnounceUpgrade result={result} />
      </PageBody>
    </>
  );
}
