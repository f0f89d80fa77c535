import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useMemo } from "react";
import { requestedSmallChangeOffer } from "~/features/calculations/queries/small-change.server";
import { latestCalculation } from "~/features/calculations/queries/latest-calculation.server";
import { ExportColumnsDialog } from "~/features/exports/components/export-columns-dialog";
import { loadAskedExportColumns } from "~/features/exports/queries/export-columns.server";
import { ImportDialog } from "~/features/imports/components/import-dialog";
import { PlanPage } from "~/features/planning/plan-page/plan-page";
import { concernsPlan } from "~/features/planning/plan-page/concerns-plan";
import { resultForToast } from "~/features/planning/plan-page/result-for-toast";
import { useRememberPage } from "~/features/planning/plan-page/use-remember-page";
import { loadAskedChanges } from "~/features/planning/undo/plan-changes.server";
import { loadPlanPage } from "~/features/planning/plan-page/plan-page.server";
import { loadAskedVisit } from "~/features/planning/visit-panel/visit-details.server";
import { planIdOf } from "~/features/planning/schemas";
import { useHeldPlan } from "~/features/planning/plan-page/use-held-plan";
import type { RouteItem } from "~/features/planning/plan-page/plan-view";
import { useKeptRows } from "~/features/planning/plan-page/use-shown-plan";
import { packRows } from "~/lib/columns";
import { cutParts, heldBy } from "~/lib/parts.server";
import { inTurns } from "~/lib/turns.server";
import { PendingReload } from "~/lib/use-reload";
import { planAction } from "~/features/page-actions.server";
import { loadPage } from "~/http/page.server";
import { useAnswer } from "~/lib/use-answer";
import { useLiveChanges } from "~/realtime/use-live";
import { useReloadAt } from "~/realtime/use-reload-at";
import { FlashBanner } from "~/ui/feedback/flash-banner";
import { useActionToast } from "~/ui/feedback/use-flash";
import { useDialogUrl } from "~/ui/dialog/use-dialog-url";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.plan.title ?? "Plan"} · Route planning` },
  { name: "description", content: "Routes, visits and map of one day." },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const data = await loadPage(request, async (session) => {
    const planId = planIdOf(params);
    const { routes, visits, ...page } = await loadPlanPage(session, planId);
    return {
      ...page,
      routes: await inTurns(packRows(routes)),
      visits: await inTurns(cutParts(visits, ({ routeId }) => routeId, heldBy(request))),
      calculation: await latestCalculation(session, planId),
      smallChange: await requestedSmallChangeOffer(session, planId, request),
      visitDetails: await loadAskedVisit(session, planId, request),
      changes: await loadAskedChanges(session, planId, request),
      exportColumns: await loadAskedExportColumns(session, planId, request),
    };
  });
  return json(data);
}

export const action = planAction;

export { reloadUnlessDialog as shouldRevalidate } from "~/lib/pending-reload";

export default function Plan() {
  const { data, visits } = useHeldPlan(useLoaderData<typeof loader>());
  const routes = useKeptRows<RouteItem>(data.routes);
  const result = useAnswer<typeof action>() ?? null;
  const dialog = useDialogUrl();
  useRememberPage("plan", data.plan.id);
  useReloadAt(data.plan.valid);
  useLiveChanges((event) => concernsPlan(event, data) || event.model === "Warehouse");
  const shown = useMemo(() => resultForToast(result, dialog.name), [result, dialog.name]);
  useActionToast(shown);
  return (
    <>
      <PendingReload data={data} />
      <FlashBanner result={result} />
      <PlanPage key={data.plan.id} {...data} routes={routes} visits={visits} result={result} />
      <ImportDialog plan={data.plan} />
      <ExportColumnsDialog planId={data.plan.id} columns={data.exportColumns} />
    </>
  );
}
