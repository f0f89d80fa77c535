import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { linkAction } from "~/features/page-actions.server";
import { LiveRoute } from "~/features/recipients/components/live-route";
import { loadLiveRoute } from "~/features/recipients/queries/live-pages.server";
import { TrackedRouteParams } from "~/features/recipients/schemas";
import { loadPage } from "~/http/page.server";
import { useAnswer } from "~/lib/use-answer";
import { FlashBanner } from "~/ui/feedback/flash-banner";
import { useActionToast } from "~/ui/feedback/use-flash";

export const meta: MetaFunction = () => [
  { title: "Live route · Tracking" },
  { name: "description", content: "How far the route is now, and the link with which others follow it." },
];

export const loader = async ({ request, params }: LoaderFunctionArgs) =>
  json(await loadPage(request, (session) => loadLiveRoute(session, TrackedRouteParams.parse(params).routeId)));

export const action = linkAction;

export default function LiveRoutePage() {
  const result = useAnswer<typeof action>() ?? null;
  useActionToast(result);
  return (
    <>
      <FlashBanner result={result} />
      <LiveRoute page={useLoaderData<typeof loader>()} result={result} />
    </>
  );
}
