import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { OwnProfilePage } from "~/features/profile/components/own-profile";
import { loadOwnProfile } from "~/features/profile/queries/profile-page.server";
import { profileAction } from "~/features/page-actions.server";
import { loadPage } from "~/http/page.server";
import { useAnswer } from "~/lib/use-answer";

export const meta: MetaFunction = () => [
  { title: "Profile · Route planning" },
  { name: "description", content: "Your name, how to reach you, what you prefer, and where you are signed in." },
];

export async function loader({ request }: LoaderFunctionArgs) {
  return json(await loadPage(request, loadOwnProfile));
}

export const action = profileAction;

export default function Profile() {
  const result = useAnswer<typeof action>() ?? null;
  return <OwnProfilePage profile={useLoaderData<typeof loader>()} result={result} />;
}
