import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { UsersList } from "~/features/admin/components/users-list";
import { loadUsersPage } from "~/features/admin/queries/platform-lists.server";
import { adminUsersAction } from "~/features/page-actions.server";
import { rememberRows } from "~/http/list-request.server";
import { loadPage } from "~/http/page.server";
import { useAnswer } from "~/lib/use-answer";

export const meta: MetaFunction = () => [
  { title: "Users · Route planning" },
  { name: "description", content: "Every account of the platform." },
];

export async function loader({ request }: LoaderFunctionArgs) {
  return json(await loadPage(request, (session) => loadUsersPage(session, request)), {
    headers: rememberRows(request),
  });
}

export const action = adminUsersAction;

export default function AdminUsers() {
  const result = useAnswer<typeof action>() ?? null;
  return <UsersList {...useLoaderData<typeof loader>()} result={result} />;
}
