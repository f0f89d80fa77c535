import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { IMPORT_DIALOG, ImportDialog } from "~/features/imports/components/import-dialog";
import { SheetList } from "~/features/imports/components/sheet-list";
import { loadImportPage } from "~/features/imports/queries/import-page.server";
import { loadSheetsPage } from "~/features/imports/queries/sheets-page.server";
import { rememberRows } from "~/http/list-request.server";
import { loadPage } from "~/http/page.server";
import { useLiveChanges } from "~/realtime/use-live";
import { useReloadAt } from "~/realtime/use-reload-at";
import { ButtonLink } from "~/ui/button";
import { useDialogUrl } from "~/ui/dialog/use-dialog-url";
import { CountryFilter, StatusFilter } from "~/ui/table/choice-filter";
import { ListPage } from "~/ui/page/list-page";

export const meta: MetaFunction = () => [
  { title: "Imports · Route planning" },
  { name: "description", content: "Spreadsheets that were imported." },
];

export async function loader({ request }: LoaderFunctionArgs) {
  const page = await loadPage(request, async (session) => ({
    ...(await loadSheetsPage(session, request)),
    ...(await loadImportPage(session, request)),
  }));
  return json(page, { headers: rememberRows(request) });
}

export default function Sheets() {
  const { list, countries, timeZone, warehouses, valid } = useLoaderData<typeof loader>();
  const dialog = useDialogUrl();
  useLiveChanges((event) => event.model === "RoutingSheet");
  useReloadAt(valid);
  return (
    <ListPage
      title="Imports"
      description={`Imported spreadsheets, and what became of their rows. Times are by the clock of ${timeZone}.`}
      showSearch={list.total > 0 || list.narrowed}
      searchLabel="Search imports"
      filter={
        <>
          <StatusFilter />
          <CountryFilter countries={countries} />
        </>
      }
      actions={
        list.total > 0 ? (
          <ButtonLink kind="primary" icon="upload" to={dialog.href(IMPORT_DIALOG)} preventScrollReset>
            Import
          </ButtonLink>
        ) : undefined
      }
    >
      <SheetList {...list} />
      <ImportDialog warehouses={warehouses} />
    </ListPage>
  );
}
