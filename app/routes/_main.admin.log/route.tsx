import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PlatformLogPage } from "~/features/admin/components/platform-log";
import { loadPlatformLog } from "~/features/admin/queries/log-page.server";
import { loadPage } from "~/http/page.server";
import { paths } from "~/paths";
import { PageBody, PageHeader } from "~/ui/page/page-header";
import { ListFiles } from "~/ui/table/list-files";

const DESCRIPTION = "Who did what in all companies and with accounts, and what was refused.";

export const meta: MetaFunction = () => [
  { title: "Platform activity · Route planning" },
  { name: "description", content: DESCRIPTION },
];

export async function loader({ request }: LoaderFunctionArgs) {
  return json(await loadPage(request, (session) => loadPlatformLog(session, request)));
}

export default function AdminLog() {
  const page = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title="Platform activity"
        description={DESCRIPTION}
        actions={<ListFiles file={paths.adminLogFile} />}
      />
      <PageBody>
        <PlatformLogPage {...page} />
      </PageBody>
    </>
  );
}
