import { removedBy } from "~/audit/removed-by.server";
import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { companyCountry, listCountries } from "~/db/repositories/reference.server";
import {
  findWarehouse,
  findWarehouses,
  listWarehouseCountries,
  listWarehouses,
} from "~/db/repositories/warehouses.server";
import type { WarehouseRow } from "~/db/tables";
import { can } from "~/domain/access/permissions";
import { zonesWith } from "~/domain/time/time-zone";
import { LIST_ORDERS, orderOf } from "~/domain/list-order";
import { STATUS_DIALOGS } from "~/lib/dialog-param";
import { chosenOf, dialogOf, listOf, listRequest } from "~/http/list-request.server";
import { services } from "~/services/container.server";

export const warehouseInForm = (row: WarehouseRow) => ({
  id: row.id,
  title: row.title,
  address: row.address,
  lat: row.lat,
  lng: row.lng,
  countryCode: row.country_code,
  timeZone: row.time_zone,
  externalId: row.external_id,
  status: row.status,
});
export type WarehouseItem = ReturnType<typeof warehouseInForm>;

/** The list, and the data of the dialog that the address opens. */
export async function loadWarehousesPage(session: CompanySession, request: Request) {
  authorize(session, "warehouse.list");
  const companyId = session.company.id;
  const asked = listRequest(request);
  const found = await listWarehouses(db(), companyId, {
    ...asked.page,
    search: asked.search,
    status: asked.status,
    countryId: asked.country,
    order: orderOf(LIST_ORDERS.warehouses, new URL(request.url).searchParams),
  });

  const dialog = dialogOf(request);
  const item = dialog.id === null ? undefined : await findWarehouse(db(), companyId, dialog.id);
  const wanted = chosenOf(request, STATUS_DIALOGS);
  const chosen = [...(await findWarehouses(db(), companyId, wanted)).values()];
  // A dialog may still be open of one that a colleague has just removed.
  const editing = dialog.name === "new-warehouse" || dialog.id !== null;
  return {
    list: listOf(asked, found, warehouseInForm),
    filterCountries: await listWarehouseCountries(db(), companyId),
    item: item ? warehouseInForm(item) : null,
    removedBy: dialog.id === null || item ? null : await removedBy(companyId, "warehouses", dialog.id),
    chosen: chosen.map(({ id, title }) => ({ id, name: title })),
    countries: editing ? await countryOptions() : [],
    timeZones: editing ? zonesWith(item?.time_zone) : [],
    companyCountry: editing ? await centreOf(companyId) : null,
    map: services().baseMaps.current(session.user.settings.map),
    rights: {
      create: can(session.actor, "warehouse.create"),
      update: can(session.actor, "warehouse.update"),
      remove: can(session.actor, "warehouse.remove"),
    },
  };
}

async function countryOptions() {
  return (await listCountries(db())).map(({ code, title }) => ({ value: code, label: title }));
}

/** Where the map is centred for a company that has no place yet. */
async function centreOf(companyId: number) {
  const country = await companyCountry(db(), companyId);
  return country === null ? null : { code: country.code, lat: country.lat, lng: country.lng };
}
