import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { UnservedList } from "~/features/planning/components/leftover-lists";
import { loadUnservedPage } from "~/features/planning/queries/leftover-visits.server";
import { planIdOf } from "~/features/planning/schemas";
import { loadPage } from "~/http/page.server";
import { paths } from "~/paths";
import { useLiveChanges } from "~/realtime/use-live";
import { ButtonLink } from "~/ui/button";
import { PageBody, PageHeader } from "~/ui/page/page-header";

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `Unserved visits of ${data?.plan.title ?? "a plan"} · Route planning` }, { name: "description", content: "Visits that no route serves, each with its reason." }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  return json(await loadPage(request, (session) => loadUnservedPage(session, planIdOf(params))));
}

export default function Unserved() {
  const { plan, visits } = useLoaderData<typeof loader>();
  useLiveChanges((event) => event.planId === plan.id);
  return (
    <>
      <PageHeader
        title="Unserved visits"
        description="Visits that no route serves, each with its reason."
        crumbs={[{ label: "Planning", to: paths.planning() }, { label: plan.title, to: paths.plan(plan.id) }, { label: "Unserved visits" }]}
        actions={<ButtonLink to={paths.plan(plan.id)} icon="arrow-left">Back to the plan</ButtonLink>}
      />
      <PageBody>
        <UnservedList planId={plan.id} visits={visits} />
      </PageBody>
    </>
  );
}
