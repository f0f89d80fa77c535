import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ProfileCompanies } from "~/features/profile/components/profile-companies";
import { loadOwnCompanies } from "~/features/profile/queries/companies-page.server";
import { profileCompaniesAction } from "~/features/page-actions.server";
import { rememberRows } from "~/http/list-request.server";
import { loadPage } from "~/http/page.server";
import { useAnswer } from "~/lib/use-answer";

export const meta: MetaFunction = () => [
  { title: "Your companies · Route planning" },
  { name: "description", content: "The companies that you work for, and your roles there." },
];

export async function loader({ request }: LoaderFunctionArgs) {
  return json(await loadPage(request, (session) => loadOwnCompanies(session, request)), {
    headers: rememberRows(request),
  });
}

export const action = profileCompaniesAction;

export default function Companies() {
  const result = useAnswer<typeof action>() ?? null;
  return <ProfileCompanies {...useLoaderData<typeof loader>()} result={result} />;
}
