import { WarehousePlace } from "../schemas";
import type { WarehouseChanges, WarehouseInput } from "../schemas";
import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import type { Db } from "~/db/client.server";
import { toFlag } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { listCountries } from "~/db/repositories/reference.server";
import { lockWarehouse, updateWarehouse } from "~/db/repositories/warehouses.server";
import { withTransaction } from "~/db/transaction.server";
import type { WarehouseRow } from "~/db/tables";
import { RecordStatus, recordStatusLabel } from "~/domain/record-status";
import { isChangedSince, refuseStaleFields } from "~/domain/validation/stale-fields";
import type { FieldTexts } from "~/domain/validation/stale-fields";
import { pickDefined } from "~/lib/pick";
import { authorOf } from "~/planner/author.server";
import { clockAndCountry, newWarehouse } from "~/planner/new-warehouse.server";
import { noteRetimesOfWarehouse } from "~/planner/note-retimes.server";
import { retimeAfterWarehouse } from "~/planner/retime-after.server";
import { publishChange } from "~/realtime/publisher.server";
import { nowText } from "~/services/now.server";
import { warehouseInForm } from "../queries/warehouses-page.server";
import { WAREHOUSE_FIELD_LABELS, warehouseFormTexts } from "../warehouse-form-values";
import type { WarehouseFieldName } from "../warehouse-form-values";

/** The columns of a warehouse; without a time zone that was chosen it is null. */
function columnsOf(input: WarehouseInput) {
  const { lat, lng } = input;
  if (lat === null || lng === null) throw new TypeError("The schema lets no warehouse without a place through.");
  return {
    title: input.title,
    address: input.address,
    lat,
    lng,
    country_code: input.country_code || null,
    time_zone: input.time_zone || null,
    external_id: input.external_id || null,
    status: toFlag(input.status),
  };
}

/**
 * @returns id of the new warehouse
 * @throws AppError 403, 409 (external id in use)
 */
export async function createWarehouse(session: CompanySession, input: WarehouseInput, tab?: string): Promise<number> {
  authorize(session, "warehouse.create");
  const id = await withTransaction(db(), (trx) => newWarehouse(trx, session.company.id, columnsOf(input), nowText()));
  publishChange(session.company.id, { model: "Warehouse", action: "create", ids: [id] }, tab);
  return id;
}

/** Active ones are offered for new plans. All or none. @throws AppError 403, 404 when one is not the company's */
export async function setStatusOfWarehouses(
  session: CompanySession,
  ids: readonly number[],
  isActive: boolean,
  tab?: string,
): Promise<void> {
  authorize(session, "warehouse.update");
  const companyId = session.company.id;
  await withTransaction(db(), async (trx) => {
    const now = nowText();
    for (const id of ids) await updateWarehouse(trx, companyId, id, { status: toFlag(isActive) }, now);
  });
  publishChange(companyId, { model: "Warehouse", action: "update", ids: [...ids] }, tab);
}

/** A stored warehouse's fields. */
const fieldsOf = (row: WarehouseRow): WarehouseInput => ({
  title: row.title,
  address: row.address,
  lat: row.lat,
  lng: row.lng,
  country_code: row.country_code ?? "",
  time_zone: row.time_zone ?? "",
  external_id: row.external_id ?? "",
  status: row.status === RecordStatus.Active,
});

/** @throws AppError 409 for fields that somebody else has changed since they were shown, with what is stored now */
async function refuseStale(trx: Db, before: WarehouseRow, after: WarehouseRow, seen: FieldTexts): Promise<void> {
  const texts = (row: WarehouseRow) => warehouseFormTexts(warehouseInForm(row));
  const stored = texts(before);
  const countries = isChangedSince("country_code", seen, stored) ? await listCountries(trx) : [];
  const inWords = (name: WarehouseFieldName): string => {
    if (name === "status") return recordStatusLabel(before.status);
    const country = name === "country_code" ? countries.find(({ code }) => code === stored[name]) : undefined;
    return country?.title ?? stored[name];
  };
  refuseStaleFields("warehouse.changed", { seen, stored, next: texts(after) }, (name) => [
    WAREHOUSE_FIELD_LABELS[name],
    inWords(name),
  ]);
}

/**
 * What isn't named stays as it is now, whoever changed it meanwhile.
 * @param seen what the form's fields showed before, as `warehouseFormTexts` writes them
 * @throws ZodError for a place that is none, AppError 403, 404, 409 for fields that somebody else has changed since
 */
export async function editWarehouse(
  session: CompanySession,
  id: number,
  given: WarehouseChanges,
  tab?: string,
  seen: FieldTexts = {},
): Promise<void> {
  authorize(session, "warehouse.update");
  const before = await withTransaction(db(), async (trx) => {
    const before = await lockWarehouse(trx, session.company.id, id);
    const fields = { ...fieldsOf(before), ...pickDefined(given) };
    WarehousePlace.parse(fields);
    const columns = columnsOf(fields);
    await refuseStale(trx, before, { ...before, ...columns }, seen);
    // A place that moved takes its clock and its country along, unless others were chosen in the same form.
    const moved = before.lat !== columns.lat || before.lng !== columns.lng;
    const isCountryChosen = columns.country_code !== before.country_code;
    const findsClock = columns.time_zone === null || (moved && fields.time_zone === before.time_zone);
    const findsCountry = moved && !isCountryChosen;
    if (findsClock || findsCountry) {
      // Where the place stays, its stored country does too.
      const found = await clockAndCountry(trx, columns, findsCountry ? null : columns.country_code);
      if (findsClock) columns.time_zone = found.time_zone;
      if (findsCountry) columns.country_code = found.country_code ?? columns.country_code;
    }
    await updateWarehouse(trx, session.company.id, id, columns, nowText());
    await noteRetimesOfWarehouse(trx, authorOf(session), before);
    return before;
  });
  publishChange(session.company.id, { model: "Warehouse", action: "update", ids: [id] }, tab);
  await retimeAfterWarehouse(session, before, tab);
}
