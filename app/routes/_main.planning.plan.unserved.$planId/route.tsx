import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { UnservedList } from "~/features/planning/leftover-pages/leftover-lists";
import { loadUnservedPage } from "~/features/planning/leftover-pages/leftover-visits.server";
import { planIdOf } from "~/features/planning/schemas";
import { unservedAction } from "~/features/page-actions.server";
import { loadPage } from "~/http/page.server";
import { paths } from "~/paths";
import { useLiveChanges, useTabId } from "~/realtime/use-live";
import { FlashBanner } from "~/ui/feedback/flash-banner";
import { count } from "~/domain/format-number";
import { useAnswer } from "~/lib/use-answer";
import { useActionToast } from "~/ui/feedback/use-flash";
import { PageBody, PageHeader } from "~/ui/page/page-header";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Unscheduled visits of ${data?.plan.title ?? "a plan"} · Route planning` },
  { name: "description", content: "Visits that no route serves, each with its reason." },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  return json(await loadPage(request, (session) => loadUnservedPage(session, planIdOf(params))));
}

export const action = unservedAction;

export default function Unserved() {
  const { plan, visits } = useLoaderData<typeof loader>();
  const result = useAnswer<typeof action>() ?? null;
  const tab = useTabId();
  useLiveChanges((event) => event.planId === plan.id || event.model === "Vehicle");
  useActionToast(result);
  const amount = visits.length === 0 ? "Visits" : count(visits.length, "visit");
  return (
    <>
      <FlashBanner result={result} />
      <PageHeader
        title="Unscheduled visits"
        description={`${amount} that no route serves, each with its reason.`}
        crumbs={[
          { label: "Planning", to: paths.planningMain() },
          { label: plan.title, to: paths.plan(plan.id) },
          { label: "Unscheduled visits" },
        ]}
      />
      <PageBody>
        <UnservedList planId={plan.id} visits={visits} values={{ version: plan.version, tab }} result={result} />
      </PageBody>
    </>
  );
}
