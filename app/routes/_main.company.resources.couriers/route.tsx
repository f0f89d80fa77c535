import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { MembersPage } from "~/features/team/components/members-page";
import { teamAction } from "~/features/page-actions.server";
import { loadDriversPage } from "~/features/team/queries/members-page.server";
import { rememberRows } from "~/http/list-request.server";
import { loadPage } from "~/http/page.server";
import { useAnswer } from "~/lib/use-answer";

export const meta: MetaFunction = () => [
  { title: "Drivers · Route planning" },
  { name: "description", content: "Who drives the routes." },
];

export async function loader({ request }: LoaderFunctionArgs) {
  return json(await loadPage(request, (session) => loadDriversPage(session, request)), {
    headers: rememberRows(request),
  });
}

export const action = teamAction;

export default function Drivers() {
  const result = useAnswer<typeof action>() ?? null;
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
