import type { Knex } from "knex";
import type { Db } from "../client.server";
import { whereContains } from "../dialect.server";
import type { Changes, Flag, New, UtcText, VehicleRow } from "../tables";
import { memberName } from "~/domain/access/person-name";
import type { ListOrder, OrderColumn } from "~/domain/list-order";
import { inBatches } from "~/lib/in-batches";
import { vehicleColumns } from "./list-columns.server";
import { orderParts, pagedInOrder } from "./ordered-pages.server";
import type { Paged, PageRequest } from "./paging.server";
import {
  findById,
  getById,
  getByIds,
  insertScoped,
  lockById,
  lockByIds,
  scoped,
  softDelete,
  updateScoped,
} from "./scoped.server";

export type NewVehicle = New<VehicleRow, never>;
export type VehicleChanges = Changes<VehicleRow>;

/** A vehicle with the name of its driver ('' when there is none). */
export type VehicleWithDriver = VehicleRow & { driver_name: string };

export interface VehicleFilter extends PageRequest {
  search?: string | undefined;
  status?: Flag | undefined;
  warehouseId?: number | undefined;
  driverId?: number | undefined;
  /** undefined: by title, then plate */
  order?: ListOrder<OrderColumn<"vehicles">> | undefined;
}

interface Joined extends VehicleRow {
  driver_first: string | null;
  driver_last: string | null;
  driver_email: string | null;
  user_name: string | null;
  user_surname: string | null;
  user_email: string | null;
}

/** Vehicles by title, then plate, unless another order is asked for. */
export async function listVehicles(
  db: Db,
  companyId: number,
  filter: VehicleFilter = {},
): Promise<Paged<VehicleWithDriver>> {
  const query = scoped(db, "vehicles", companyId)
    .leftJoin("company_members as driver", "driver.id", "vehicles.driver_id")
    .leftJoin("users as account", "account.id", "driver.user_id");
  if (filter.status !== undefined) query.where("vehicles.status", filter.status);
  if (filter.warehouseId) query.where("vehicles.warehouse_id", filter.warehouseId);
  if (filter.driverId) query.where("vehicles.driver_id", filter.driverId);
  whereContains(query, ["vehicles.title", "vehicles.plate", "driver.name", "driver.surname"], filter.search);
  const columns = vehicleColumns(db);
  const parts = orderParts(columns, filter.order, [columns.title, columns.plate, columns.id]);
  const page = await pagedInOrder<Joined>(db, query, filter, { id: "vehicles.id", parts }, (one) => {
    one.select(
      "vehicles.*",
      "driver.name as driver_first",
      "driver.surname as driver_last",
      "driver.email as driver_email",
      "account.name as user_name",
      "account.surname as user_surname",
      "account.email as user_email",
    );
  });
  return {
    ...page,
    rows: page.rows.map(({ driver_first, driver_last, driver_email, user_name, user_surname, user_email, ...row }) => ({
      ...row,
      driver_name:
        row.driver_id === null
          ? ""
          : memberName({
              id: row.driver_id,
              name: driver_first ?? "",
              surname: driver_last,
              email: driver_email,
              user_name,
              user_surname,
              user_email,
            }),
    })),
  };
}

export const getVehicle = (db: Db, companyId: number, id: number): Promise<VehicleRow> =>
  getById(db, "vehicles", companyId, id);
/** It stays as it is until the transaction ends. @throws AppError 404 */
export const lockVehicle = (trx: Db, companyId: number, id: number): Promise<VehicleRow> =>
  lockById(trx, "vehicles", companyId, id);
export const findVehicle = (db: Db, companyId: number, id: number): Promise<VehicleRow | undefined> =>
  findById(db, "vehicles", companyId, id);
/** Those of the ids that are the company's, by title. */
export async function findVehicles(db: Db, companyId: number, ids: readonly number[]): Promise<VehicleRow[]> {
  if (ids.length === 0) return [];
  return (await scoped(db, "vehicles", companyId)
    .whereIn("id", [...ids])
    .orderBy(["title", "id"])) as VehicleRow[];
}
/** In the order of the ids. @throws AppError 404 */
export const getVehicles = (db: Db, companyId: number, ids: readonly number[]): Promise<VehicleRow[]> =>
  getByIds(db, "vehicles", companyId, ids);

/** Those of `getVehicles`, which stay as they are until the transaction ends. @throws AppError 404 */
export const lockVehicles = (trx: Db, companyId: number, ids: readonly number[]): Promise<VehicleRow[]> =>
  lockByIds(trx, "vehicles", companyId, ids);

/** Whether a vehicle, a warehouse or the company's settings were written at that second or later. */
export async function fleetChangedSince(db: Db, companyId: number, since: UtcText): Promise<boolean> {
  const isLater = (query: Knex.QueryBuilder) => query.where("updated_at", ">=", since).first("id");
  const written = [
    await isLater(db("companies").where({ id: companyId })),
    // A vehicle that was removed drives no route.
    await isLater(db("vehicles").where({ company_id: companyId })),
    await isLater(db("warehouses").where({ company_id: companyId })),
  ];
  return written.some((row) => row !== undefined);
}

/** The plates of all vehicles that have one. */
export async function platesOf(db: Db, companyId: number): Promise<Pick<VehicleRow, "id" | "plate">[]> {
  return (await scoped(db, "vehicles", companyId).whereNot("plate", "").select("id", "plate")) as Pick<
    VehicleRow,
    "id" | "plate"
  >[];
}

/** @returns the new id. @throws AppError 404 for a warehouse or driver of another company */
export const insertVehicle = (db: Db, companyId: number, values: NewVehicle, now: UtcText): Promise<number> =>
  insertScoped(db, "vehicles", companyId, values, now);

/** @throws AppError 404 */
export const updateVehicle = (
  db: Db,
  companyId: number,
  id: number,
  changes: VehicleChanges,
  now: UtcText,
): Promise<void> => updateScoped(db, "vehicles", companyId, id, changes, now);

/** Hides vehicles; routes that they drove keep them. @throws AppError 404 */
export const removeVehicles = (db: Db, companyId: number, ids: readonly number[], now: UtcText): Promise<void> =>
  softDelete(db, "vehicles", companyId, ids, now);

/** Vehicles of routes, removed ones too: a route still shows what it was driven with. Unknown ids are left out. */
export async function vehiclesWithRemoved(db: Db, companyId: number, ids: readonly number[]): Promise<VehicleRow[]> {
  const found: VehicleRow[] = [];
  for (const batch of inBatches([...new Set(ids)], 1000))
    found.push(...(await db("vehicles").where({ company_id: companyId }).whereIn("id", batch)));
  return found;
}

/** Leaves a driver's vehicles without one. @returns their ids */
export async function releaseDriver(db: Db, companyId: number, memberId: number, now: UtcText): Promise<number[]> {
  const theirs = () => scoped(db, "vehicles", companyId).where("driver_id", memberId);
  const ids: number[] = await theirs().orderBy("id").pluck("id");
  if (ids.length > 0) await theirs().update({ driver_id: null, updated_at: now });
  return ids;
}
