import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { json } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { MembersPage } from "~/features/team/components/members-page";
import { TEAM_ACTIONS } from "~/features/team/actions.server";
import { loadDriversPage } from "~/features/team/queries/members-page.server";
import { LIST_PAGE, pageAction } from "~/http/actions/page-action.server";
import { rememberRows } from "~/http/list-request.server";
import { loadPage } from "~/http/page.server";

export const meta: MetaFunction = () => [
  { title: "Drivers · Route planning" },
  { name: "description", content: "Who drives the routes." },
];

export async function loader({ request }: LoaderFunctionArgs) {
  return json(await loadPage(request, (session) => loadDriversPage(session, request)), {
    headers: rememberRows(request),
  });
}

export const action = pageAction(TEAM_ACTIONS, LIST_PAGE);

export default function Drivers() {
  const result = useActionData<typeof action>() ?? null;
  return (
    <MembersPage
      title="Drivers"
      description="Members of the company with the role Driver."
      noun="driver"
      data={useLoaderData<typeof loader>()}
      result={result}
    />
  );
}
