import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useMemo } from "react";
import { ReportTask } from "~/features/driver/components/report-tasks";
import { loadReportTasks } from "~/features/driver/queries/report-tasks.server";
import { trackingAction } from "~/features/page-actions.server";
import type { AttentionRow } from "~/features/tracking/components/attention-list";
import { TrackingPage } from "~/features/tracking/components/tracking-page";
import { loadTracking } from "~/features/tracking/queries/tracking-page.server";
import type { TrackedStop } from "~/features/tracking/tracking-view";
import { loadPage } from "~/http/page.server";
import { unpackRows } from "~/lib/columns";
import type { Columns } from "~/lib/columns";
import { useAnswer } from "~/lib/use-answer";
import { PendingReload } from "~/lib/use-reload";
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
    })),
  );

export const action = trackingAction;

export { reloadUnlessDialog as shouldRevalidate } from "~/lib/pending-reload";

export default function Tracking() {
  const data = useLoaderData<typeof loader>();
  const { reports, ...tracking } = data;
  const result = useAnswer<typeof action>() ?? null;
  useActionToast(result);
  const stops = useMemo(() => unpackRows(data.stops as Columns<TrackedStop>), [data.stops]);
  const tasks = useMemo(
    () =>
      reports.map((task): AttentionRow => ({
        key: `report:${task.id}`,
        title: task.title,
        icon: "alert",
        tone: "amber",
        dueSec: task.madeSec,
        node: <ReportTask task={task} result={result} />,
      })),
    [reports, result],
  );
  return (
    <>
      <PendingReload data={data} />
      <FlashBanner result={result} />
      <TrackingPage {...tracking} stops={stops} tasks={tasks} result={result} />
    </>
  );
}
