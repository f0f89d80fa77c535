import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { linkAction } from "~/features/page-actions.server";
import { LiveVisit } from "~/features/recipients/components/live-visit";
import { loadLiveVisit } from "~/features/recipients/queries/live-pages.server";
import { TrackedVisitParams } from "~/features/recipients/schemas";
import { loadPage } from "~/http/page.server";
import { useAnswer } from "~/lib/use-answer";
import { FlashBanner } from "~/ui/feedback/flash-banner";
import { useActionToast } from "~/ui/feedback/use-flash";

export const meta: MetaFunction = () => [
  { title: "Live visit · Tracking" },
  { name: "description", content: "How far the visit is now, and the link with which others follow it." },
];

export const loader = async ({ request, params }: LoaderFunctionArgs) =>
  json(await loadPage(request, (session) => loadLiveVisit(session, TrackedVisitParams.parse(params).visitId)));

export const action = linkAction;

export default function LiveVisitPage() {
  const result = useAnswer<typeof action>() ?? null;
  useActionToast(result);
  return (
    <>
      <FlashBanner result={result} />
      <LiveVisit page={useLoaderData<typeof loader>()} result={result} />
    </>
  );
}
