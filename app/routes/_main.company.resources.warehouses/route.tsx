import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { warehousesAction } from "~/features/page-actions.server";
import { CountryFilter, StatusFilter } from "~/ui/table/choice-filter";
import { ListPage } from "~/ui/page/list-page";
import { WarehouseDialogs } from "~/features/resources/components/warehouse-dialogs";
import { WarehouseList } from "~/features/resources/components/warehouse-list";
import { IMPORT_WAREHOUSES_DIALOG, ImportWarehousesDialog } from "~/features/imports/components/import-warehouses";
import { loadWarehousesPage } from "~/features/resources/queries/warehouses-page.server";
import { rememberRows } from "~/http/list-request.server";
import { loadPage } from "~/http/page.server";
import { useAnswer } from "~/lib/use-answer";
import { paths } from "~/paths";
import { useLiveChanges, useTabId } from "~/realtime/use-live";
import { ButtonLink } from "~/ui/button";
import { OpenRecord } from "~/ui/dialog/open-record";
import { useDialogUrl } from "~/ui/dialog/use-dialog-url";
import { StatusDialogs } from "~/ui/dialog/status-dialogs";
import { ListFiles } from "~/ui/table/list-files";

export const meta: MetaFunction = () => [
  { title: "Warehouses · Route planning" },
  { name: "description", content: "The places that plans start from." },
];

export async function loader({ request }: LoaderFunctionArgs) {
  return json(await loadPage(request, (session) => loadWarehousesPage(session, request)), {
    headers: rememberRows(request),
  });
}

export const action = warehousesAction;

export default function Warehouses() {
  const data = useLoaderData<typeof loader>();
  const result = useAnswer<typeof action>() ?? null;
  const dialog = useDialogUrl();
  const tab = useTabId();
  useLiveChanges((event) => event.model === "Warehouse");
  const importButton = data.rights.create && data.rights.update && (
    <ButtonLink icon="upload" to={dialog.href(IMPORT_WAREHOUSES_DIALOG)} preventScrollReset>
      Import
    </ButtonLink>
  );
  return (
    <ListPage
      title="Warehouses"
      description="Plans start from a warehouse and follow its clock."
      showSearch={data.list.total > 0 || data.list.narrowed}
      searchLabel="Search warehouses"
      filter={
        <>
          <StatusFilter />
          <CountryFilter countries={data.filterCountries} />
        </>
      }
      actions={
        data.list.total > 0 || data.list.narrowed ? (
          <>
            <ListFiles file={(format, query) => paths.resourcesFile("warehouses", format, query)} />
            {importButton}
            {data.rights.create && (
              <ButtonLink kind="primary" icon="plus" to={dialog.href("new-warehouse")} preventScrollReset>
                Add warehouse
              </ButtonLink>
            )}
          </>
        ) : undefined
      }
    >
      <WarehouseList {...data.list} rights={data.rights} emptyAction={importButton} />
      <OpenRecord item={data.item} nameOf={({ title }) => title} removedBy={data.removedBy}>
        {(item) => (
          <WarehouseDialogs
            item={item}
            countries={data.countries}
            timeZones={data.timeZones}
            companyCountry={data.companyCountry}
            map={data.map}
            rights={data.rights}
            result={result}
          />
        )}
      </OpenRecord>
      {data.rights.create && data.rights.update && <ImportWarehousesDialog result={result} tab={tab} />}
      {data.rights.update && (
        <StatusDialogs intent="warehouses.status" noun="warehouse" chosen={data.chosen} result={result} tab={tab} />
      )}
    </ListPage>
  );
}
