import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { MembersPage } from "~/features/team/components/members-page";
import { teamAction } from "~/features/page-actions.server";
import { loadTeamPage } from "~/features/team/queries/members-page.server";
import { rememberRows } from "~/http/list-request.server";
import { loadPage } from "~/http/page.server";
import { useAnswer } from "~/lib/use-answer";

export const meta: MetaFunction = () => [
  { title: "Team · Route planning" },
  { name: "description", content: "Who works for the company, and as what." },
];

export async function loader({ request }: LoaderFunctionArgs) {
  return json(await loadPage(request, (session) => loadTeamPage(session, request)), { headers: rememberRows(request) });
}

export const action = teamAction;

export default function Team() {
  const result = useAnswer<typeof action>() ?? null;
  return (
    <MembersPage
      title="Team"
      description="Members of the company with their roles."
      noun="member"
      data={useLoaderData<typeof loader>()}
      result={result}
    />
  );
}
