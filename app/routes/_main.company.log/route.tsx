import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ActivityPage } from "~/features/company/components/activity-page";
import { loadLogPage } from "~/features/company/queries/log-page.server";
import { loadPage } from "~/http/page.server";
import { paths } from "~/paths";
import { useReloadAt } from "~/realtime/use-reload-at";
import { PageBody, PageHeader } from "~/ui/page/page-header";
import { ListFiles } from "~/ui/table/list-files";

const DESCRIPTION = "Who changed what in the company, what it was before, and what was refused.";

export const meta: MetaFunction = () => [
  { title: "Activity · Route planning" },
  { name: "description", content: DESCRIPTION },
];

export async function loader({ request }: LoaderFunctionArgs) {
  return json(await loadPage(request, (session) => loadLogPage(session, request)));
}

export default function CompanyActivity() {
  const page = useLoaderData<typeof loader>();
  useReloadAt(page.valid);
  return (
    <>
      <PageHeader
        title="Activity"
        description={`${DESCRIPTION} Times are by the clock of ${page.timeZone}.`}
        actions={<ListFiles file={paths.companyLogFile} />}
      />
      <PageBody>
        <ActivityPage {...page} />
      </PageBody>
    </>
  );
}
