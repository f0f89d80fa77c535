import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ProposalPage } from "~/features/calculations/components/proposal-page";
import { loadProposal } from "~/features/calculations/queries/proposal-page.server";
import { proposalIdOf } from "~/features/calculations/schemas";
import { proposalAction } from "~/features/page-actions.server";
import { loadPage } from "~/http/page.server";
import { useAnswer } from "~/lib/use-answer";
import { useLiveChanges } from "~/realtime/use-live";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Proposed changes of ${data?.plan.title ?? "a plan"} · Route planning` },
  {
    name: "description",
    content: "What a re-optimisation would change in a plan: stops that move, figures before and after.",
  },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  return json(await loadPage(request, (session) => loadProposal(session, proposalIdOf(params))));
}

export const action = proposalAction;

export default function Proposal() {
  const data = useLoaderData<typeof loader>();
  const result = useAnswer<typeof action>() ?? null;
  useLiveChanges((event) => event.planId === data.plan.id);
  return <ProposalPage key={data.id} data={data} result={result} />;
}
