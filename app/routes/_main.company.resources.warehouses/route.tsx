import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { json } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { removeWarehouse } from "~/features/resources/commands/remove-warehouse.server";
import { createWarehouse, editWarehouse } from "~/features/resources/commands/save-warehouse.server";
import { CountryFilter, StatusFilter } from "~/ui/table/choice-filter";
import { ListPage } from "~/ui/page/list-page";
import { WarehouseDialogs } from "~/features/resources/components/warehouse-dialogs";
import { WarehouseList } from "~/features/resources/components/warehouse-list";
import { loadWarehousesPage } from "~/features/resources/queries/warehouses-page.server";
import { ItemIdSchema } from "~/features/resources/schemas";
import { lastValues } from "~/domain/validation/form-fields";
import { runAction, unknownIntent } from "~/http/action.server";
import { closedList, rememberRows } from "~/http/list-request.server";
import { loadPage } from "~/http/page.server";
import { useLiveChanges } from "~/realtime/use-live";
import { ButtonLink } from "~/ui/button";
import { useDialogUrl } from "~/ui/dialog/use-dialog-url";
import { deletedMessage, SAVED } from "~/lib/action-result";

export const meta: MetaFunction = () => [
  { title: "Warehouses · Route planning" },
  { name: "description", content: "The places that plans start from." },
];

export async function loader({ request }: LoaderFunctionArgs) {
  return json(await loadPage(request, (session) => loadWarehousesPage(session, request)), {
    headers: rememberRows(request),
  });
}

export async function action({ request }: ActionFunctionArgs) {
  return runAction(request, async ({ session, form, intent, tab }) => {
    const fields = lastValues(form);
    switch (intent) {
      case "create": {
        const id = await createWarehouse(session, fields, tab);
        return { message: SAVED, redirectTo: closedList(request, id) };
      }
      case "update": {
        const { id } = ItemIdSchema.parse(fields);
        await editWarehouse(session, id, fields, tab);
        return { message: SAVED, redirectTo: closedList(request, id) };
      }
      case "remove": {
        const title = await removeWarehouse(session, ItemIdSchema.parse(fields).id, tab);
        return { message: deletedMessage(title), redirectTo: closedList(request) };
      }
      default:
        throw unknownIntent(intent);
    }
  });
}

export default function Warehouses() {
  const data = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>() ?? null;
  const dialog = useDialogUrl();
  useLiveChanges((event) => event.model === "Warehouse");
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
        data.rights.create && (data.list.total > 0 || data.list.narrowed) ? (
          <ButtonLink kind="primary" icon="plus" to={dialog.href("new-warehouse")} preventScrollReset>
            Add warehouse
          </ButtonLink>
        ) : undefined
      }
    >
      <WarehouseList {...data.list} rights={data.rights} />
      <WarehouseDialogs
        item={data.item}
        countries={data.countries}
        timeZones={data.timeZones}
        companyCountry={data.companyCountry}
        map={data.map}
        rights={data.rights}
        result={result}
      />
    </ListPage>
  );
}
