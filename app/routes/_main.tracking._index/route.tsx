import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useMemo } from "react";
import type { ReactNode } from "react";
import { FarTask } from "~/features/driver/components/far-tasks";
import { ReportTask } from "~/features/driver/components/report-tasks";
import { loadFarTasks } from "~/features/driver/queries/far-tasks.server";
import { loadReportTasks } from "~/features/driver/queries/report-tasks.server";
import { trackingAction } from "~/features/page-actions.server";
import { RequestTask } from "~/features/recipients/components/request-task";
import { loadRequestTasks } from "~/features/recipients/queries/request-tasks.server";
import type { AttentionRow } from "~/features/tracking/components/attention-list";
import { TrackingPage } from "~/features/tracking/components/tracking-page";
import { loadTracking } from "~/features/tracking/queries/tracking-page.server";
import type { TrackedStop } from "~/features/tracking/tracking-view";
import { loadPage } from "~/http/page.server";
import { unpackRows } from "~/lib/columns";
import type { Columns } from "~/lib/columns";
import { useAnswer } from "~/lib/use-answer";
import { PendingReload } from "~/lib/use-reload";
import { useReloadAt } from "~/realtime/use-reload-at";
import { CopyLinkButton } from "~/ui/copy-link";
import { FlashBanner } from "~/ui/feedback/flash-banner";
import { useActionToast } from "~/ui/feedback/use-flash";

export const meta: MetaFunction = () => [
  { title: "Tracking · Route planning" },
  { name: "description", content: "Vehicles and routes that are on the road now, and what needs attention." },
];

export const loader = async ({ request }: LoaderFunctionArgs) =>
  json(
    await loadPage(request, async (session) => ({
      ...(await loadTracking(session)),
      reports: await loadReportTasks(session),
      farAway: await loadFarTasks(session),
      requests: await loadRequestTasks(session),
    })),
  );

export const action = trackingAction;

export { reloadUnlessDialog as shouldRevalidate } from "~/lib/pending-reload";

export default function Tracking() {
  const data = useLoaderData<typeof loader>();
  const { reports, farAway, requests, ...tracking } = data;
  const result = useAnswer<typeof action>() ?? null;
  useActionToast(result);
  useReloadAt(data.valid);
  const stops = useMemo(() => unpackRows(data.stops as Columns<TrackedStop>), [data.stops]);
  const tasks = useMemo(() => {
    const row = (
      kind: string,
      task: { id: number; title: string; madeSec: number },
      node: ReactNode,
    ): AttentionRow => ({
      key: `${kind}:${task.id}`,
      title: task.title,
      icon: "alert",
      tone: "amber",
      dueSec: task.madeSec,
      node,
    });
    return [
      ...reports.map((task) => row("report", task, <ReportTask task={task} result={result} />)),
      ...farAway.map((task) => row("far", task, <FarTask task={task} result={result} />)),
      ...requests.map((task) => row("request", task, <RequestTask task={task} result={result} />)),
    ];
  }, [reports, farAway, requests, result]);
  return (
    <>
      <PendingReload data={data} />
      <FlashBanner result={result} />
      <TrackingPage
        {...tracking}
        stops={stops}
        tasks={tasks}
        copyLink={(routeId) => <CopyLinkButton of={{ kind: "route", id: routeId }} />}
        result={result}
      />
    </>
  );
}
