import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { RoutesOnRoad } from "~/features/tracking/components/routes-on-road";
import { loadRoutesOnRoad } from "~/features/tracking/queries/routes-on-road.server";
import { loadPage } from "~/http/page.server";

export const meta: MetaFunction = () => [
  { title: "Tracking · Route planning" },
  { name: "description", content: "Routes that are on the road now." },
];

export const loader = async ({ request }: LoaderFunctionArgs) => json(await loadPage(request, loadRoutesOnRoad));

export default function Tracking() {
  return <RoutesOnRoad rows={useLoaderData<typeof loader>().rows} />;
}
