import { parseJson, toJson } from "../codecs.server";
import type { Db } from "../client.server";
import type { UtcText } from "../tables";
import { insertScoped, scoped } from "./scoped.server";

/** The ids of what a sample day brought along. */
export interface SampleMade {
  planId: number;
  warehouseId: number;
  vehicleIds: number[];
  memberIds: number[];
  /** it isn't calculated yet, or not on the road; left out: it is whole, or an ordinary plan */
  isUnderWay?: boolean;
}

/** The sample day of the company, if it has one; `made` is null while it is being made. */
export async function findSampleDay(db: Db, companyId: number): Promise<{ made: SampleMade | null } | undefined> {
  const row = (await scoped(db, "sample_days", companyId).first("made")) as { made: string | null } | undefined;
  return row === undefined ? undefined : { made: parseJson<SampleMade | null>(row.made, null) };
}

/** A company has one: a concurrent request waits here. @throws AppError 409 'db.duplicate' */
export const insertSampleDay = (db: Db, companyId: number, userId: number | null, now: UtcText): Promise<number> =>
  insertScoped(db, "sample_days", companyId, { user_id: userId }, now);

export async function setSampleMade(db: Db, companyId: number, made: SampleMade, now: UtcText): Promise<void> {
  await scoped(db, "sample_days", companyId).update({ made: toJson(made), updated_at: now });
}

/** Of several who go on with one that was left, one gets it. @param before nobody has worked on it since then */
export const takeOverSampleDay = async (db: Db, companyId: number, before: UtcText, now: UtcText): Promise<boolean> =>
  (await scoped(db, "sample_days", companyId).where("updated_at", "<", before).update({ updated_at: now })) > 0;

/** @returns false when there was none */
export const deleteSampleDay = async (db: Db, companyId: number): Promise<boolean> =>
  (await scoped(db, "sample_days", companyId).delete()) > 0;

/** What of a sample day is still there and used by nothing but the sample day itself. */
export async function sampleAlone(db: Db, companyId: number, made: SampleMade): Promise<SampleMade> {
  const { planId, warehouseId, vehicleIds, memberIds } = made;
  const otherRoutes = () => scoped(db, "routing_routes", companyId).where("plan_id", "<>", planId);
  const otherVehicles = () => scoped(db, "vehicles", companyId).whereNotIn("id", vehicleIds);
  const ids = async (query: PromiseLike<unknown>) => new Set((await query) as number[]);

  const usedVehicles = await ids(otherRoutes().whereIn("vehicle_id", vehicleIds).pluck("vehicle_id"));
  const drivers = [
    otherRoutes().whereIn("driver_id", memberIds).pluck("driver_id"),
    otherVehicles().whereIn("driver_id", memberIds).pluck("driver_id"),
  ];
  const usedMembers = new Set([...(await ids(drivers[0]!)), ...(await ids(drivers[1]!))]);
  const there = {
    vehicles: (await scoped(db, "vehicles", companyId).whereIn("id", vehicleIds).pluck("id")) as number[],
    // A sample driver who was given a sign-in is kept.
    members: (await scoped(db, "company_members", companyId)
      .whereIn("id", memberIds)
      .whereNull("user_id")
      .pluck("id")) as number[],
  };
  const alone = there.vehicles.filter((id) => !usedVehicles.has(id));
  const places = [
    scoped(db, "warehouses", companyId).where({ id: warehouseId }),
    scoped(db, "routing_plans", companyId).where({ warehouse_id: warehouseId }).whereNot({ id: planId }),
    scoped(db, "vehicles", companyId).where({ warehouse_id: warehouseId }).whereNotIn("id", alone),
    scoped(db, "routing_visits", companyId)
      .where({ warehouse_id: warehouseId })
      .where((other) => void other.whereNull("plan_id").orWhereNot({ plan_id: planId })),
  ];
  const [own, ...others] = await Promise.all(places.map(async (query) => (await query.first("id")) !== undefined));
  return {
    planId: (await scoped(db, "routing_plans", companyId).where({ id: planId }).first("id")) === undefined ? 0 : planId,
    warehouseId: own && !others.some(Boolean) ? warehouseId : 0,
    vehicleIds: alone,
    memberIds: there.members.filter((id) => !usedMembers.has(id)),
  };
}
