import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { json, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { IMPORT_DIALOG, ImportDialog } from "~/features/imports/components/import-dialog";
import { loadImportPage } from "~/features/imports/queries/import-page.server";
import { FirstSteps } from "~/features/planning/plans/first-steps";
import { SampleBanner } from "~/features/planning/plans/sample-day";
import { loadFirstPage } from "~/features/planning/plans/first-page.server";
import { NEW_PLAN_DIALOG, NewPlanDialog } from "~/features/planning/plans/new-plan-dialog";
import { NameDialogs } from "~/features/planning/plan-page/dialogs/plan-dialogs";
import { pageToRestore } from "~/features/planning/plan-page/remembered-page.server";
import { PlanList } from "~/features/planning/plans/plan-list";
import { loadNewPlanOptions } from "~/features/planning/plans/new-plan.server";
import { loadPlanList } from "~/features/planning/plans/plan-list.server";
import { CompleteProfile } from "~/features/profile/components/complete-profile";
import { loadCompletion } from "~/features/profile/queries/completion.server";
import { dialogOf, rememberRows } from "~/http/list-request.server";
import { planListAction } from "~/features/page-actions.server";
import { loadPage } from "~/http/page.server";
import { useAnswer } from "~/lib/use-answer";
import { useReloadAt } from "~/realtime/use-reload-at";
import { useLiveChanges, useTabId } from "~/realtime/use-live";
import { ButtonLink } from "~/ui/button";
import { useDialogUrl } from "~/ui/dialog/use-dialog-url";
import { ListPage } from "~/ui/page/list-page";

export const meta: MetaFunction = () => [
  { title: "Plans · Route planning" },
  { name: "description", content: "The plans of all days: visits, routes, and how far they are." },
];

export async function loader({ request }: LoaderFunctionArgs) {
  const data = await loadPage(request, async (session) => {
    const opened = await pageToRestore(session, request);
    if (opened !== null) throw redirect(opened);
    return {
      ...(await loadPlanList(session, request)),
      first: await loadFirstPage(session),
      options: dialogOf(request).name === NEW_PLAN_DIALOG ? await loadNewPlanOptions(session) : null,
      imports: dialogOf(request).name === IMPORT_DIALOG ? await loadImportPage(session, request) : null,
      completion: await loadCompletion(session),
    };
  });
  return json(data, { headers: rememberRows(request) });
}

export const action = planListAction;

export default function Planning() {
  const data = useLoaderData<typeof loader>();
  const result = useAnswer<typeof action>() ?? null;
  const dialog = useDialogUrl();
  const tab = useTabId();
  const newPlanHref = dialog.href(NEW_PLAN_DIALOG);
  useLiveChanges((event) => event.planId !== undefined || event.model === "RoutingPlan" || event.model === "Warehouse");
  useReloadAt(data.valid);
  return (
    <ListPage
      title="Planning"
      description="Each plan holds the visits of one day and the routes that serve them."
      showSearch={data.list.total > 0 || data.list.search !== "" || data.pastCount > 0}
      searchLabel="Search plans"
      actions={
        data.mayCreate ? (
          <>
            <ButtonLink icon="upload" to={dialog.href(IMPORT_DIALOG)} preventScrollReset>
              Import
            </ButtonLink>
            <ButtonLink kind="primary" icon="plus" to={newPlanHref} preventScrollReset>
              New plan
            </ButtonLink>
          </>
        ) : undefined
      }
    >
      {data.first.samplePlanId !== null && <SampleBanner planId={data.first.samplePlanId} />}
      {data.first.steps !== null && (
        <FirstSteps steps={data.first.steps} importHref={dialog.href(IMPORT_DIALOG)} newPlanHref={newPlanHref} />
      )}
      <PlanList
        {...data.list}
        today={data.today}
        firstDay={data.firstDay}
        pastCount={data.pastCount}
        pastShown={data.pastShown}
        highlightId={data.highlightId}
        newPlanHref={newPlanHref}
        href={dialog.href}
        offersSample={data.first.offersSample}
        hasRoads={data.first.hasRoads}
      />
      {data.subject !== null && (
        <NameDialogs plan={data.subject} version={data.subject.version} tab={tab} result={result} />
      )}
      {data.imports !== null && <ImportDialog warehouses={data.imports.warehouses} />}
      {data.options !== null && <NewPlanDialog options={data.options} result={result} />}
      {data.completion !== null && <CompleteProfile completion={data.completion} result={result} tab={tab} />}
    </ListPage>
  );
}
