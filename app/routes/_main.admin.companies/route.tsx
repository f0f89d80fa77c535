import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { CompaniesList } from "~/features/admin/components/companies-list";
import { loadCompaniesPage } from "~/features/admin/queries/platform-lists.server";
import { adminCompaniesAction } from "~/features/page-actions.server";
import { rememberRows } from "~/http/list-request.server";
import { loadPage } from "~/http/page.server";
import { useAnswer } from "~/lib/use-answer";

export const meta: MetaFunction = () => [
  { title: "Companies · Route planning" },
  { name: "description", content: "Every company of the platform, of which any can be opened." },
];

export async function loader({ request }: LoaderFunctionArgs) {
  return json(await loadPage(request, (session) => loadCompaniesPage(session, request)), {
    headers: rememberRows(request),
  });
}

export const action = adminCompaniesAction;

export default function AdminCompanies() {
  const result = useAnswer<typeof action>() ?? null;
  return <CompaniesList {...useLoaderData<typeof loader>()} result={result} />;
}
