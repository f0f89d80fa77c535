import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useMemo } from "react";
import { ReplayPage } from "~/features/tracking/components/replay-page";
import { loadReplay } from "~/features/tracking/queries/replay.server";
import { ReplayParams } from "~/features/tracking/schemas";
import type { TrackedStop } from "~/features/tracking/tracking-view";
import { loadPage } from "~/http/page.server";
import { unpackRows } from "~/lib/columns";
import type { Columns } from "~/lib/columns";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Replay of ${data?.day ?? "a day"} · Route planning` },
  { name: "description", content: "A day as it was driven." },
];

export const loader = async ({ request }: LoaderFunctionArgs) =>
  json(
    await loadPage(request, (session) =>
      loadReplay(session, ReplayParams.parse({ day: new URL(request.url).searchParams.get("day") ?? undefined }).day),
    ),
  );

export default function Replay() {
  const data = useLoaderData<typeof loader>();
  const stops = useMemo(() => unpackRows(data.stops as Columns<TrackedStop>), [data.stops]);
  return <ReplayPage {...data} stops={stops} />;
}
