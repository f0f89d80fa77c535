import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useMemo } from "react";
import { concernsPlan } from "~/features/planning/plan-page/concerns-plan";
import { resultForToast } from "~/features/planning/plan-page/result-for-toast";
import { RoutePage } from "~/features/planning/route-page/route-page";
import { useRememberPage } from "~/features/planning/plan-page/use-remember-page";
import { loadRoutePage } from "~/features/planning/route-page/route-page.server";
import { loadAskedVisit } from "~/features/planning/visit-panel/visit-details.server";
import { routeIdOf } from "~/features/planning/schemas";
import { useShownPlan } from "~/features/planning/plan-page/use-shown-plan";
import { packRows } from "~/lib/columns";
import { inTurns } from "~/lib/turns.server";
import { PendingReload } from "~/lib/use-reload";
import { routeAction } from "~/features/page-actions.server";
import { loadPage } from "~/http/page.server";
import { useAnswer } from "~/lib/use-answer";
import { useLiveChanges } from "~/realtime/use-live";
import { useReloadAt } from "~/realtime/use-reload-at";
import { FlashBanner } from "~/ui/feedback/flash-banner";
import { useActionToast } from "~/ui/feedback/use-flash";
import { useDialogUrl } from "~/ui/dialog/use-dialog-url";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.title ?? "Route"} · Route planning` },
  { name: "description", content: "The day of one vehicle: stops, times, map." },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const data = await loadPage(request, async (session) => {
    // Its own route is among those of the plan: it isn't sent twice.
    const { route, ...page } = await loadRoutePage(session, routeIdOf(params));
    return {
      ...page,
      routeId: route.id,
      title: route.vehicle,
      routes: await inTurns(packRows(page.routes)),
      visits: await inTurns(packRows(page.visits)),
      visitDetails: await loadAskedVisit(session, page.plan.id, request),
    };
  });
  return json(data);
}

export const action = routeAction;

export { reloadUnlessDialog as shouldRevalidate } from "~/lib/pending-reload";

export default function Route() {
  const data = useLoaderData<typeof loader>();
  const result = useAnswer<typeof action>() ?? null;
  const dialog = useDialogUrl();
  const { routes, visits } = useShownPlan(data);
  useRememberPage("route", data.routeId);
  useReloadAt(data.plan.valid);
  useLiveChanges((event) => concernsPlan(event, data));
  const shown = useMemo(() => resultForToast(result, dialog.name), [result, dialog.name]);
  useActionToast(shown);
  return (
    <>
      <PendingReload data={data} />
      <FlashBanner result={result} />
      <RoutePage key={data.routeId} {...data} routes={routes} visits={visits} result={result} />
    </>
  );
}
