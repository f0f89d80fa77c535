import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ApiKeyDialogs, ApiLinks, MainKey, NamedKeys } from "~/features/company/components/api-keys";
import { loadApiPage } from "~/features/company/queries/api-page.server";
import { apiKeysAction } from "~/features/page-actions.server";
import { loadPage } from "~/http/page.server";
import { useAnswer } from "~/lib/use-answer";
import { useLiveChanges } from "~/realtime/use-live";
import { FlashBanner } from "~/ui/feedback/flash-banner";
import { useActionToast } from "~/ui/feedback/use-flash";
import { PageBody, PageHeader } from "~/ui/page/page-header";

const DESCRIPTION = "Keys with which other programs work for the company, and what they can call.";

export const meta: MetaFunction = () => [
  { title: "API · Route planning" },
  { name: "description", content: DESCRIPTION },
];

export async function loader({ request }: LoaderFunctionArgs) {
  return json(await loadPage(request, (session) => loadApiPage(session, request)));
}

export const action = apiKeysAction;

export default function CompanyApi() {
  const page = useLoaderData<typeof loader>();
  const result = useAnswer<typeof action>() ?? null;
  useActionToast(result);
  useLiveChanges((event) => event.model === "ApiKey");
  return (
    <>
      <FlashBanner result={result} />
      <PageHeader title="API" description={DESCRIPTION} />
      <PageBody>
        <MainKey main={page.main} />
        <NamedKeys keys={page.keys} />
        <ApiLinks />
        <ApiKeyDialogs page={page} result={result} />
      </PageBody>
    </>
  );
}
