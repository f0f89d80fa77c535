import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ReportTasks } from "~/features/driver/components/report-tasks";
import { loadReportTasks } from "~/features/driver/queries/report-tasks.server";
import { trackingAction } from "~/features/page-actions.server";
import { RoutesOnRoad } from "~/features/tracking/components/routes-on-road";
import { loadRoutesOnRoad } from "~/features/tracking/queries/routes-on-road.server";
import { loadPage } from "~/http/page.server";
import { useAnswer } from "~/lib/use-answer";

export const meta: MetaFunction = () => [
  { title: "Tracking · Route planning" },
  { name: "description", content: "Routes that are on the road now." },
];

export const loader = async ({ request }: LoaderFunctionArgs) =>
  json(
    await loadPage(request, async (session) => ({
      ...(await loadRoutesOnRoad(session)),
      tasks: await loadReportTasks(session),
    })),
  );

export const action = trackingAction;

export default function Tracking() {
  const { rows, tasks } = useLoaderData<typeof loader>();
  const result = useAnswer<typeof action>() ?? null;
  return <RoutesOnRoad rows={rows} attention={<ReportTasks tasks={tasks} result={result} />} />;
}
