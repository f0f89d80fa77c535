import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Generator } from "~/features/admin/components/generator";
import { loadGeneratorPage } from "~/features/admin/queries/generator-page.server";
import { generatorAction } from "~/features/page-actions.server";
import { loadPage } from "~/http/page.server";
import { useAnswer } from "~/lib/use-answer";
import { FlashBanner } from "~/ui/feedback/flash-banner";
import { useActionToast } from "~/ui/feedback/use-flash";
import { PageBody, PageHeader } from "~/ui/page/page-header";
import { PageTabs } from "~/ui/page/page-tabs";

const DESCRIPTION = "Companies with plans, vehicles and visits, made up for tests and trainings.";

export const meta: MetaFunction = () => [
  { title: "Generator · Route planning" },
  { name: "description", content: DESCRIPTION },
];

export async function loader({ request }: LoaderFunctionArgs) {
  return json(await loadPage(request, loadGeneratorPage));
}

export const action = generatorAction;

export default function SystemGenerator() {
  const page = useLoaderData<typeof loader>();
  const result = useAnswer<typeof action>() ?? null;
  useActionToast(result);
  return (
    <>
      <FlashBanner result={result} />
      <PageTabs label="Administration" items={page.tabs} />
      <PageHeader title="Generator" description={DESCRIPTION} />
      <PageBody>
        <Generator page={page} result={result} />
      </PageBody>
    </>
  );
}
