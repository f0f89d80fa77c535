import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { RoadError } from "~/features/driver/components/road-frame";
import { RoutePage } from "~/features/driver/components/route-page";
import { driverAction } from "~/features/driver/driver-action.server";
import { loadDriverRoute } from "~/features/driver/queries/driver-route.server";
import { routeIdOf } from "~/features/driver/schemas";
import { loadPage } from "~/http/page.server";
import { useAnswer } from "~/lib/use-answer";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.title ?? "Route"} · Driving` },
  { name: "description", content: "The stops of your route, one after the other." },
];

export const loader = async ({ request, params }: LoaderFunctionArgs) =>
  json(await loadPage(request, (session) => loadDriverRoute(session, routeIdOf(params))));

export const action = ({ request, params }: ActionFunctionArgs) => driverAction(request, params);

export default function DriverRoute() {
  return <RoutePage route={useLoaderData<typeof loader>()} answer={useAnswer<typeof action>()} />;
}

/** Within the frame, which says to the script whose page it is. */
export function ErrorBoundary() {
  return <RoadError />;
}
