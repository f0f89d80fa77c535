import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ProfileCompanies } from "~/features/profile/components/profile-companies";
import { loadUserCompanies } from "~/features/profile/queries/companies-page.server";
import { UserParams } from "~/features/profile/schemas";
import { userCompaniesAction } from "~/features/page-actions.server";
import { rememberRows } from "~/http/list-request.server";
import { loadPage } from "~/http/page.server";
import { useAnswer } from "~/lib/use-answer";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Companies of ${data?.user.title ?? "a user"} · Route planning` },
  { name: "description", content: "The companies that a user works for, and their roles there." },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const page = await loadPage(request, (session) =>
    loadUserCompanies(session, UserParams.parse(params).userId, request),
  );
  return json(page, { headers: rememberRows(request) });
}

export const action = userCompaniesAction;

export default function UserCompanies() {
  const result = useAnswer<typeof action>() ?? null;
  return <ProfileCompanies {...useLoaderData<typeof loader>()} result={result} />;
}
