import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FailedList } from "~/features/planning/components/leftover-lists";
import { loadFailedPage } from "~/features/planning/queries/leftover-visits.server";
import { planIdOf } from "~/features/planning/schemas";
import { loadPage } from "~/http/page.server";
import { paths } from "~/paths";
import { useLiveChanges } from "~/realtime/use-live";
import { ButtonLink } from "~/ui/button";
import { PageBody, PageHeader } from "~/ui/page/page-header";

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `Failed visits of ${data?.plan.title ?? "a plan"} · Route planning` }, { name: "description", content: "Visits that could not be served, with the reason that was given." }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  return json(await loadPage(request, (session) => loadFailedPage(session, planIdOf(params))));
}

export default function Failed() {
  const { plan, visits } = useLoaderData<typeof loader>();
  useLiveChanges((event) => event.planId === plan.id);
  return (
    <>
      <PageHeader
        title="Failed visits"
        description="Visits that could not be served, with the reason that was given."
        crumbs={[{ label: "Planning", to: paths.planning() }, { label: plan.title, to: paths.plan(plan.id) }, { label: "Failed visits" }]}
        actions={<ButtonLink to={paths.plan(plan.id)} icon="arrow-left">Back to the plan</ButtonLink>}
      />
      <PageBody>
        <FailedList planId={plan.id} visits={visits} />
      </PageBody>
    </>
  );
}
