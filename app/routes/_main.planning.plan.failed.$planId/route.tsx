import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useMemo } from "react";
import { FailedList } from "~/features/planning/leftover-pages/leftover-lists";
import { resultForToast } from "~/features/planning/plan-page/result-for-toast";
import { VisitDialogs } from "~/features/planning/visit-panel/visit-dialogs";
import { loadFailedPage } from "~/features/planning/leftover-pages/leftover-visits.server";
import { loadAskedVisit } from "~/features/planning/visit-panel/visit-details.server";
import { planIdOf } from "~/features/planning/schemas";
import { failedAction } from "~/features/page-actions.server";
import { loadPage } from "~/http/page.server";
import { useAnswer } from "~/lib/use-answer";
import { paths } from "~/paths";
import { useLiveChanges, useTabId } from "~/realtime/use-live";
import { useDialogUrl } from "~/ui/dialog/use-dialog-url";
import { FlashBanner } from "~/ui/feedback/flash-banner";
import { useActionToast } from "~/ui/feedback/use-flash";
import { PageBody, PageHeader } from "~/ui/page/page-header";

const DESCRIPTION = "Visits that could not be served, with the reason that was given.";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Failed visits of ${data?.plan.title ?? "a plan"} · Route planning` },
  { name: "description", content: DESCRIPTION },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  return json(
    await loadPage(request, async (session) => {
      const planId = planIdOf(params);
      return {
        ...(await loadFailedPage(session, planId)),
        visitDetails: await loadAskedVisit(session, planId, request),
      };
    }),
  );
}

export const action = failedAction;

export default function Failed() {
  const { plan, visits, failReasons, mayReport, visitDetails } = useLoaderData<typeof loader>();
  const result = useAnswer<typeof action>() ?? null;
  const tab = useTabId();
  const dialog = useDialogUrl();
  useLiveChanges(
    (event) => event.planId === plan.id || event.model === "Company" || event.model === "ConfirmationTemplate",
  );
  const shown = useMemo(() => resultForToast(result, dialog.name), [result, dialog.name]);
  useActionToast(shown);
  return (
    <>
      <FlashBanner result={result} />
      <PageHeader
        title="Failed visits"
        description={DESCRIPTION}
        crumbs={[
          { label: "Planning", to: paths.planningMain() },
          { label: plan.title, to: paths.plan(plan.id) },
          { label: "Failed visits" },
        ]}
      />
      <PageBody>
        <FailedList planId={plan.id} visits={visits} values={{ version: plan.version, tab }} allowed={mayReport} />
        <VisitDialogs
          visits={visits}
          failReasons={failReasons}
          details={visitDetails}
          version={plan.version}
          tab={tab}
          result={result}
        />
      </PageBody>
    </>
  );
}
