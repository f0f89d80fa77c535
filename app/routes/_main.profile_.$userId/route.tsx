import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { UserProfilePage } from "~/features/profile/components/user-profile";
import { loadUserProfile } from "~/features/profile/queries/profile-page.server";
import { UserParams } from "~/features/profile/schemas";
import { userAction } from "~/features/page-actions.server";
import { loadPage } from "~/http/page.server";
import { useAnswer } from "~/lib/use-answer";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.user.title ?? "User"} · Route planning` },
  { name: "description", content: "The account of a user." },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  return json(await loadPage(request, (session) => loadUserProfile(session, UserParams.parse(params).userId)));
}

export const action = userAction;

export default function User() {
  const result = useAnswer<typeof action>() ?? null;
  return <UserProfilePage profile={useLoaderData<typeof loader>()} result={result} />;
}
