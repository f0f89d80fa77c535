import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { IMPORT_DIALOG, ImportDialog } from "~/features/imports/components/import-dialog";
import { loadImportPage } from "~/features/imports/queries/import-page.server";
import { ChosenVisitsDialogs } from "~/features/planning/visits-list/chosen-visits-dialogs";
import { VisitsList, WaitingVisitDialogs } from "~/features/planning/visits-list/visits-page";
import { loadVisitsPage } from "~/features/planning/visits-list/visits-page.server";
import { visitsListAction } from "~/features/page-actions.server";
import { columnsCookie } from "~/features/planning/visits-list/visits-columns";
import { VisitsColumns, VisitsFiles, VisitsFilters } from "~/features/planning/visits-list/visits-tools";
import { PLANNED_PARAM } from "~/features/planning/visits-list/visits-view";
import { dialogOf, rememberRows } from "~/http/list-request.server";
import { loadPage } from "~/http/page.server";
import { useAnswer } from "~/lib/use-answer";
import { useLiveChanges } from "~/realtime/use-live";
import { ButtonLink } from "~/ui/button";
import { useDialogUrl } from "~/ui/dialog/use-dialog-url";
import { ListPage } from "~/ui/page/list-page";
import { ChoiceFilter } from "~/ui/table/choice-filter";

export const meta: MetaFunction = () => [
  { title: "Visits · Route planning" },
  { name: "description", content: "Every visit of the company: in which plan it is, and how far." },
];

export async function loader({ request }: LoaderFunctionArgs) {
  const data = await loadPage(request, async (session) => ({
    ...(await loadVisitsPage(session, request)),
    imports: dialogOf(request).name === IMPORT_DIALOG ? await loadImportPage(session, request) : null,
  }));
  const headers = new Headers(rememberRows(request));
  const columns = columnsCookie(request);
  if (columns !== null) headers.append("Set-Cookie", columns);
  return json(data, { headers });
}

export const action = visitsListAction;

const CHOICES = [
  { value: null, label: "All" },
  { value: "0", label: "Waiting for a plan" },
  { value: "1", label: "In a plan" },
] as const;

export default function Visits() {
  const data = useLoaderData<typeof loader>();
  const result = useAnswer<typeof action>() ?? null;
  const dialog = useDialogUrl();
  useLiveChanges(
    (event) => event.model === "RoutingVisit" || event.model === "RoutingPlan" || event.model === "RoutingRoute",
  );
  return (
    <ListPage
      title="Visits"
      description="Every visit of the company, in its plan or waiting for one."
      showSearch={data.list.total > 0 || data.list.narrowed}
      searchLabel="Search visits"
      filter={<ChoiceFilter param={PLANNED_PARAM} label="Where they are" choices={CHOICES} />}
      actions={
        // A list without any visit has it in its middle.
        data.list.total > 0 || data.list.narrowed ? (
          <>
            <VisitsFiles />
            {data.rights.import && (
              <ButtonLink icon="upload" to={dialog.href(IMPORT_DIALOG)} preventScrollReset>
                Import
              </ButtonLink>
            )}
          </>
        ) : undefined
      }
    >
      {(data.list.total > 0 || data.list.narrowed) && <VisitsFilters filter={data.filter} options={data.options} />}
      <VisitsList list={data.list} rights={data.rights} columns={data.columns} isFigure={data.isFigure} />
      {data.list.total > 0 && <VisitsColumns columns={data.columns} />}
      <WaitingVisitDialogs subject={data.subject} map={data.map} rights={data.rights} result={result} />
      <ChosenVisitsDialogs chosen={data.chosen} rights={data.rights} result={result} />
      {data.imports !== null && <ImportDialog warehouses={data.imports.warehouses} />}
    </ListPage>
  );
}
