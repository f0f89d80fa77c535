import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { json } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { IMPORT_DIALOG, ImportDialog } from "~/features/imports/components/import-dialog";
import { loadImportPage } from "~/features/imports/queries/import-page.server";
import { hideFirstSteps } from "~/features/planning/commands/hide-first-steps.server";
import { removeSampleDay } from "~/features/planning/commands/sample-day.server";
import { FirstSteps, HIDE_FIRST_STEPS } from "~/features/planning/plans/first-steps";
import { LOAD_SAMPLE_DAY, REMOVE_SAMPLE_DAY, SampleBanner } from "~/features/planning/plans/sample-day";
import { loadFirstPage } from "~/features/planning/plans/first-page.server";
import { SAMPLE_TITLE } from "~/features/planning/plans/sample-words";
import { createPlan } from "~/features/planning/commands/create-plan.server";
import { completePlan, removePlan, renamePlan } from "~/features/planning/commands/plan-commands.server";
import { NEW_PLAN_DIALOG, NewPlanDialog } from "~/features/planning/plans/new-plan-dialog";
import { NameDialogs } from "~/features/planning/plan-page/dialogs/plan-dialogs";
import { PlanList } from "~/features/planning/plans/plan-list";
import { createdMessage } from "~/features/planning/plans/new-plan-view";
import { loadNewPlanOptions } from "~/features/planning/plans/new-plan.server";
import { loadPlanList } from "~/features/planning/plans/plan-list.server";
import { CompletePlan, CreatePlan, PlanId, RenamePlan } from "~/features/planning/schemas";
import { answerForm, unknownIntent } from "~/http/action.server";
import { closedList, dialogOf, rememberRows } from "~/http/list-request.server";
import { loadPage } from "~/http/page.server";
import { lastValues } from "~/domain/validation/form-fields";
import { paths } from "~/paths";
import { useLiveChanges, useTabId } from "~/realtime/use-live";
import { ButtonLink } from "~/ui/button";
import { useDialogUrl } from "~/ui/dialog/use-dialog-url";
import { ListPage } from "~/ui/page/list-page";
import { deletedMessage, SAVED } from "~/lib/action-result";
import { loadSampleDay } from "./load-sample-day.server";

export const meta: MetaFunction = () => [
  { title: "Plans · Route planning" },
  { name: "description", content: "The plans of all days: visits, routes, and how far they are." },
];

export async function loader({ request }: LoaderFunctionArgs) {
  const data = await loadPage(request, async (session) => ({
    ...(await loadPlanList(session, request)),
    first: await loadFirstPage(session),
    options: dialogOf(request).name === NEW_PLAN_DIALOG ? await loadNewPlanOptions(session) : null,
    imports: dialogOf(request).name === IMPORT_DIALOG ? await loadImportPage(session, request) : null,
  }));
  return json(data, { headers: rememberRows(request) });
}

export async function action({ request }: ActionFunctionArgs) {
  return answerForm(request, async ({ session, form, intent, tab }) => {
    const fields = lastValues(form);
    switch (intent) {
      case "create-plan": {
        const chosen = form.get("chooseVehicles") === "1" ? form.getAll("vehicleIds") : null;
        const input = CreatePlan.parse({ ...fields, vehicleIds: chosen });
        const created = await createPlan(session, input, { tab });
        return { message: createdMessage(input.title, created), redirectTo: paths.plan(created.planId) };
      }
      case "rename-plan": {
        const { planId } = PlanId.parse(fields);
        const { title, version } = RenamePlan.parse(fields);
        await renamePlan(session, { planId, title }, { version, tab });
        return { message: SAVED, redirectTo: closedList(request, planId) };
      }
      case "complete-plan":
        return void (await completePlan(session, { ...PlanId.parse(fields), ...CompletePlan.parse(fields) }, { tab }));
      case "remove-plan": {
        const { title } = await removePlan(session, PlanId.parse(fields), { tab });
        return { message: deletedMessage(title), redirectTo: closedList(request) };
      }
      case LOAD_SAMPLE_DAY: {
        const { planId, isReady } = await loadSampleDay(session, tab);
        return {
          message: isReady ? "The sample day is loaded" : "The sample day is loaded; its calculation goes on",
          redirectTo: paths.plan(planId),
        };
      }
      case REMOVE_SAMPLE_DAY:
        await removeSampleDay(session, { tab });
        return { message: deletedMessage(SAMPLE_TITLE), redirectTo: paths.planning() };
      case HIDE_FIRST_STEPS:
        return void (await hideFirstSteps(session));
      default:
        throw unknownIntent(intent);
    }
  });
}

export default function Planning() {
  const data = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>() ?? null;
  const dialog = useDialogUrl();
  const tab = useTabId();
  const newPlanHref = dialog.href(NEW_PLAN_DIALOG);
  useLiveChanges((event) => event.planId !== undefined || event.model === "RoutingPlan" || event.model === "Warehouse");
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
        pastCount={data.pastCount}
        pastShown={data.pastShown}
        highlightId={data.highlightId}
        newPlanHref={newPlanHref}
        href={dialog.href}
        offersSample={data.first.offersSample}
      />
      {data.subject !== null && (
        <NameDialogs plan={data.subject} version={data.subject.version} tab={tab} result={result} />
      )}
      {data.imports !== null && <ImportDialog warehouses={data.imports.warehouses} />}
      {data.options !== null && <NewPlanDialog options={data.options} result={result} />}
    </ListPage>
  );
}
