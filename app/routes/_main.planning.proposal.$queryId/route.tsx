import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { json } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { applyProposal, discardProposal } from "~/features/calculations/commands/decide-proposal.server";
import { reOptimiseAgain } from "~/features/calculations/commands/re-optimise.server";
import { ProposalPage } from "~/features/calculations/components/proposal-page";
import { loadProposal } from "~/features/calculations/queries/proposal-page.server";
import { proposalIdOf } from "~/features/calculations/schemas";
import { answerForm, unknownIntent } from "~/http/action.server";
import { loadPage } from "~/http/page.server";
import { paths } from "~/paths";
import { useLiveChanges } from "~/realtime/use-live";
import { count } from "~/domain/format-number";

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

export async function action({ request, params }: ActionFunctionArgs) {
  return answerForm(request, async ({ session, intent, tab }) => {
    const queryId = proposalIdOf(params);
    switch (intent) {
      case "apply-proposal": {
        const { planId, moved } = await applyProposal(session, { queryId, tab });
        return {
          message: "Proposal applied",
          detail: `${count(moved, "stop")} moved. Undo takes it back.`,
          redirectTo: paths.plan(planId),
        };
      }
      case "discard-proposal": {
        const { planId } = await discardProposal(session, { queryId, tab });
        return { message: "Proposal discarded", detail: "The plan was not changed.", redirectTo: paths.plan(planId) };
      }
      case "re-optimise-again": {
        const again = await reOptimiseAgain(session, { queryId, tab });
        return { redirectTo: paths.plan(again.planId) };
      }
      default:
        throw unknownIntent(intent);
    }
  });
}

export default function Proposal() {
  const data = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>() ?? null;
  useLiveChanges((event) => event.planId === data.plan.id);
  return <ProposalPage key={data.id} data={data} result={result} />;
}
