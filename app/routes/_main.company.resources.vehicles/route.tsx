import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { IMPORT_DIALOG, ImportDialog } from "~/features/imports/components/import-dialog";
import { loadImportPage } from "~/features/imports/queries/import-page.server";
import { ChosenVehiclesDialogs } from "~/features/resources/components/chosen-vehicles-dialogs";
import { VehicleDialogs } from "~/features/resources/components/vehicle-dialogs";
import { VehicleList } from "~/features/resources/components/vehicle-list";
import { loadVehiclesPage } from "~/features/resources/queries/vehicles-page.server";
import { vehiclesAction } from "~/features/page-actions.server";
import { rememberRows } from "~/http/list-request.server";
import { loadPage } from "~/http/page.server";
import { useAnswer } from "~/lib/use-answer";
import { paths } from "~/paths";
import { useLiveChanges } from "~/realtime/use-live";
import { ButtonLink } from "~/ui/button";
import { vehicleName } from "~/domain/vehicle/vehicle";
import { OpenRecord } from "~/ui/dialog/open-record";
import { useDialogUrl } from "~/ui/dialog/use-dialog-url";
import { StatusFilter } from "~/ui/table/choice-filter";
import { ListPage } from "~/ui/page/list-page";
import { ListFiles } from "~/ui/table/list-files";

export const meta: MetaFunction = () => [
  { title: "Vehicles · Route planning" },
  { name: "description", content: "The fleet: what each vehicle carries, and when it drives." },
];

export async function loader({ request }: LoaderFunctionArgs) {
  const page = await loadPage(request, async (session) => ({
    ...(await loadVehiclesPage(session, request)),
    import: await loadImportPage(session, request),
  }));
  return json(page, { headers: rememberRows(request) });
}

export const action = vehiclesAction;

export default function Vehicles() {
  const data = useLoaderData<typeof loader>();
  const result = useAnswer<typeof action>() ?? null;
  const dialog = useDialogUrl();
  const { rights, list } = data;
  useLiveChanges((event) => event.model === "Vehicle" || event.model === "CompanyMember");
  const importButton = rights.import ? (
    <ButtonLink icon="upload" to={dialog.href(IMPORT_DIALOG)} preventScrollReset>
      Import
    </ButtonLink>
  ) : undefined;
  return (
    <ListPage
      title="Vehicles"
      description="Each vehicle becomes a route of a plan."
      showSearch={list.total > 0 || list.narrowed}
      searchLabel="Search vehicles"
      filter={<StatusFilter />}
      actions={
        list.total > 0 || list.narrowed ? (
          <>
            <ListFiles file={(format, query) => paths.resourcesFile("vehicles", format, query)} />
            {importButton}
            {rights.create && (
              <ButtonLink kind="primary" icon="plus" to={dialog.href("new-vehicle")} preventScrollReset>
                Add vehicle
              </ButtonLink>
            )}
          </>
        ) : undefined
      }
    >
      <VehicleList {...list} rights={rights} emptyAction={importButton} />
      <OpenRecord item={data.item} nameOf={vehicleName} removedBy={data.removedBy}>
        {(item) => <VehicleDialogs item={item} options={data.options} map={data.map} rights={rights} result={result} />}
      </OpenRecord>
      <ChosenVehiclesDialogs chosen={data.chosen} options={data.options} rights={rights} result={result} />
      <ImportDialog warehouses={data.import.warehouses} />
    </ListPage>
  );
}
