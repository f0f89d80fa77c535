import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { moveStopAction } from "~/features/page-actions.server";
import { MoveStopPage } from "~/features/tracking/components/move-stop-page";
import { loadMoveOffers } from "~/features/tracking/queries/move-offers.server";
import { MoveParams } from "~/features/tracking/schemas";
import { loadPage } from "~/http/page.server";
import { useAnswer } from "~/lib/use-answer";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Move ${data?.visit.name ?? "a stop"} · Route planning` },
  { name: "description", content: "Which other routes could take a stop, and what that would change." },
];

export const loader = async ({ request, params }: LoaderFunctionArgs) =>
  json(await loadPage(request, (session) => loadMoveOffers(session, MoveParams.parse(params).visitId)));

export const action = moveStopAction;

export default function MoveStop() {
  return <MoveStopPage data={useLoaderData<typeof loader>()} result={useAnswer<typeof action>() ?? null} />;
}
