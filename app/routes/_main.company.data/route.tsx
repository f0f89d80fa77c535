import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { dataAction } from "~/features/page-actions.server";
import { CompanyData } from "~/features/rights/components/company-data";
import { loadDataPage } from "~/features/rights/queries/data-page.server";
import { loadPage } from "~/http/page.server";
import { useAnswer } from "~/lib/use-answer";
import { useLiveChanges } from "~/realtime/use-live";
import { FlashBanner } from "~/ui/feedback/flash-banner";
import { useActionToast } from "~/ui/feedback/use-flash";
import { PageBody, PageHeader } from "~/ui/page/page-header";

const DESCRIPTION = "All data of the company: take them with you, and see how long they are kept.";

export const meta: MetaFunction = () => [
  { title: "Data · Route planning" },
  { name: "description", content: DESCRIPTION },
];

export async function loader({ request }: LoaderFunctionArgs) {
  return json(await loadPage(request, (session) => loadDataPage(session, request)));
}

export const action = dataAction;

export default function Data() {
  const data = useLoaderData<typeof loader>();
  const result = useAnswer<typeof action>() ?? null;
  useActionToast(result);
  useLiveChanges((event) => event.model === "Company");
  return (
    <>
      <FlashBanner result={result} />
      <PageHeader title="Data" description={DESCRIPTION} />
      <PageBody>
        <CompanyData page={data} result={result} />
      </PageBody>
    </>
  );
}
