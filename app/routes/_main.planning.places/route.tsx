import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { fixPlacesAction } from "~/features/page-actions.server";
import { FixPlaces } from "~/features/places/components/fix-places";
import { leftWords } from "~/features/places/fix-words";
import { loadFixPage } from "~/features/places/queries/fix-page.server";
import { loadPage } from "~/http/page.server";
import { useAnswer } from "~/lib/use-answer";
import { paths } from "~/paths";
import { useLiveChanges } from "~/realtime/use-live";
import { ButtonLink } from "~/ui/button";
import { FlashBanner } from "~/ui/feedback/flash-banner";
import { useActionToast } from "~/ui/feedback/use-flash";
import { PageBody, PageHeader } from "~/ui/page/page-header";

export const meta: MetaFunction = () => [
  { title: "Places to fix · Route planning" },
  { name: "description", content: "Visits whose address doesn't surely mean one place." },
];

export const loader = async ({ request }: LoaderFunctionArgs) =>
  json(await loadPage(request, (session) => loadFixPage(session, request)));

export const action = fixPlacesAction;

export default function Places() {
  const page = useLoaderData<typeof loader>();
  const result = useAnswer<typeof action>() ?? null;
  const { plan, sheet } = page;
  useLiveChanges((event) => event.model === "RoutingVisit" || (plan !== null && event.planId === plan.id));
  useActionToast(result);
  const back = plan ? paths.plan(plan.id) : sheet ? paths.sheet(sheet.id) : paths.visits();
  return (
    <>
      <FlashBanner result={result} />
      <PageHeader
        title="Places to fix"
        description={leftWords(page.toFix, page.waiting)}
        crumbs={[
          { label: "Planning", to: paths.planningMain() },
          ...(plan ? [{ label: plan.title, to: paths.plan(plan.id) }] : []),
          ...(sheet ? [{ label: sheet.title, to: paths.sheet(sheet.id) }] : []),
          { label: "Places to fix" },
        ]}
        actions={
          <ButtonLink to={back} icon="arrow-left">
            {plan ? "Back to the plan" : sheet ? "Back to the import" : "All visits"}
          </ButtonLink>
        }
      />
      <PageBody>
        <FixPlaces page={page} result={result} />
      </PageBody>
    </>
  );
}
