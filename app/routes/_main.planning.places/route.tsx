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
import { FlashBanner } from "~/ui/feedback/flash-banner";
import { useActionToast } from "~/ui/feedback/use-flash";
import type { Crumb } from "~/ui/page/breadcrumb";
import { PageBody, PageHeader } from "~/ui/page/page-header";

export const meta: MetaFunction = () => [
  { title: "Places to fix · Route planning" },
  { name: "description", content: "Visits whose address doesn't surely mean one place." },
];

export const loader = async ({ request }: LoaderFunctionArgs) =>
  json(await loadPage(request, (session) => loadFixPage(session, request)));

export const action = fixPlacesAction;

/** Where the places are from: a plan, an import, or all visits of the company. */
function crumbsOf({ plan, sheet }: Record<"plan" | "sheet", { id: number; title: string } | null>): Crumb[] {
  if (plan)
    return [
      { label: "Planning", to: paths.planningMain() },
      { label: plan.title, to: paths.plan(plan.id) },
    ];
  if (sheet)
    return [
      { label: "Imports", to: paths.sheets() },
      { label: sheet.title, to: paths.sheet(sheet.id) },
    ];
  return [{ label: "Visits", to: paths.visits() }];
}

export default function Places() {
  const page = useLoaderData<typeof loader>();
  const result = useAnswer<typeof action>() ?? null;
  const { plan } = page;
  useLiveChanges((event) => event.model === "RoutingVisit" || (plan !== null && event.planId === plan.id));
  useActionToast(result);
  return (
    <>
      <FlashBanner result={result} />
      <PageHeader
        title="Places to fix"
        description={leftWords(page.toFix, page.waiting)}
        crumbs={[...crumbsOf(page), { label: "Places to fix" }]}
      />
      <PageBody>
        <FixPlaces page={page} result={result} />
      </PageBody>
    </>
  );
}
