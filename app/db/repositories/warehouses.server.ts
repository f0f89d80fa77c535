import type { ListOrder, OrderColumn } from "~/domain/list-order";
import { inBatches } from "~/lib/in-batches";
import type { Db } from "../client.server";
import { orderByText, whereContains } from "../dialect.server";
import type { Changes, Flag, New, UtcText, WarehouseRow } from "../tables";
import { warehouseColumns } from "./list-columns.server";
import { orderParts, pagedInOrder } from "./ordered-pages.server";
import type { Paged, PageRequest } from "./paging.server";
import { findById, getById, insertScoped, lockById, softDelete, scoped, updateScoped } from "./scoped.server";

export type NewWarehouse = New<WarehouseRow, "title">;
export type WarehouseChanges = Changes<WarehouseRow>;

export interface WarehouseFilter extends PageRequest {
  search?: string | undefined;
  status?: Flag | undefined;
  countryId?: number | undefined;
  /** undefined: by title */
  order?: ListOrder<OrderColumn<"warehouses">> | undefined;
}

/** Warehouses by title, unless another order is asked for. */
export function listWarehouses(db: Db, companyId: number, filter: WarehouseFilter = {}): Promise<Paged<WarehouseRow>> {
  const query = scoped(db, "warehouses", companyId);
  if (filter.status !== undefined) query.where({ status: filter.status });
  if (filter.countryId !== undefined)
    query.where("country_code", db("countries").where({ id: filter.countryId }).select("code"));
  whereContains(query, ["title", "address", "external_id"], filter.search);
  const columns = warehouseColumns(db);
  const parts = orderParts(columns, filter.order, [columns.title, columns.id]);
  return pagedInOrder<WarehouseRow>(db, query, filter, { id: "warehouses.id", parts }, (page) => {
    page.select("warehouses.*");
  });
}

/** The countries that warehouses lie in. */
export async function listWarehouseCountries(db: Db, companyId: number): Promise<{ id: number; title: string }[]> {
  const query = scoped(db, "warehouses", companyId)
    .join("countries as country", "country.code", "warehouses.country_code")
    .groupBy("country.id", "country.title")
    .select("country.id", "country.title");
  return (await orderByText(query, "country.title")) as { id: number; title: string }[];
}

export const getWarehouse = (db: Db, companyId: number, id: number): Promise<WarehouseRow> =>
  getById(db, "warehouses", companyId, id);
/** It stays as it is until the transaction ends. @throws AppError 404 */
export const lockWarehouse = (trx: Db, companyId: number, id: number): Promise<WarehouseRow> =>
  lockById(trx, "warehouses", companyId, id);
export const findWarehouse = (db: Db, companyId: number, id: number): Promise<WarehouseRow | undefined> =>
  findById(db, "warehouses", companyId, id);

/** Those of the ids that are the company's, by their id. */
export async function findWarehouses(
  db: Db,
  companyId: number,
  ids: readonly number[],
): Promise<Map<number, WarehouseRow>> {
  if (ids.length === 0) return new Map();
  const rows = (await scoped(db, "warehouses", companyId).whereIn("id", [...new Set(ids)])) as WarehouseRow[];
  return new Map(rows.map((row) => [row.id, row]));
}

/** @returns the new id. @throws AppError 409 naming the external id */
export const insertWarehouse = (db: Db, companyId: number, values: NewWarehouse, now: UtcText): Promise<number> =>
  insertScoped(db, "warehouses", companyId, values, now);

/** @throws AppError 404, 409 */
export const updateWarehouse = (
  db: Db,
  companyId: number,
  id: number,
  changes: WarehouseChanges,
  now: UtcText,
): Promise<void> => updateScoped(db, "warehouses", companyId, id, changes, now);

/** Hides warehouses and frees their external ids. @throws AppError 404 */
export const removeWarehouses = (db: Db, companyId: number, ids: readonly number[], now: UtcText): Promise<void> =>
  softDelete(db, "warehouses", companyId, ids, now, { external_id: null });

/** Active warehouses by their external id, for imports. */
export async function warehousesByExternalId(
  db: Db,
  companyId: number,
  externalIds: readonly string[],
): Promise<Map<string, WarehouseRow>> {
  const found = new Map<string, WarehouseRow>();
  for (const batch of inBatches([...new Set(externalIds)])) {
    const rows = (await scoped(db, "warehouses", companyId).whereIn("external_id", batch)) as WarehouseRow[];
    for (const row of rows) found.set(row.external_id ?? "", row);
  }
  return found;
}
