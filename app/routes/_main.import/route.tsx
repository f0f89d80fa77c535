import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ImportPanel } from "~/features/imports/components/import-form";
import { importAction } from "~/features/imports/import-action.server";
import { loadImportPage } from "~/features/imports/queries/import-page.server";
import { loadPage } from "~/http/page.server";
import { useAnswer } from "~/lib/use-answer";
import { paths } from "~/paths";
import { PageBody, PageHeader } from "~/ui/page/page-header";

export const meta: MetaFunction = () => [
  { title: "Import · Route planning" },
  { name: "description", content: "Bring visits and vehicles in from a spreadsheet." },
];

export async function loader({ request }: LoaderFunctionArgs) {
  return json(await loadPage(request, (session) => loadImportPage(session, request)));
}

export const action = ({ request }: ActionFunctionArgs) => importAction(request);

/**
 * The upload as a page of its own: where the dialog's form leads when it is refused and no script is there to show why.
 */
export default function Import() {
  const { plan, warehouses } = useLoaderData<typeof loader>();
  const result = useAnswer<typeof action>() ?? null;
  return (
    <>
      <PageHeader
        title={plan ? `Import into ${plan.title}` : "Import from a spreadsheet"}
        description="Visits and vehicles, from .xlsx, .xls, .csv or .tsv."
      />
      <PageBody>
        <ImportPanel
          plan={plan}
          warehouses={warehouses}
          result={result}
          cancelTo={plan ? paths.plan(plan.id) : paths.planningMain()}
        />
      </PageBody>
    </>
  );
}
