import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { companySettingsFromRow, vehicleFromRow } from "~/db/codecs.server";
import type { Db } from "~/db/client.server";
import { db } from "~/db/database.server";
import { insertNewRoutes } from "~/db/planning-changes.server";
import { getCompany } from "~/db/repositories/companies.server";
import { insertMember, removeMember } from "~/db/repositories/members.server";
import { insertPlan, removePlan } from "~/db/repositories/plans.server";
import { deleteCalculationsOfPlan } from "~/db/repositories/calculations.server";
import {
  deleteSampleDay,
  findSampleDay,
  insertSampleDay,
  sampleAlone,
  setSampleMade,
  takeOverSampleDay,
} from "~/db/repositories/sample-days.server";
import type { SampleMade } from "~/db/repositories/sample-days.server";
import { sampleHouses } from "~/db/repositories/sample-houses.server";
import { getVehicles, insertVehicle, removeVehicles } from "~/db/repositories/vehicles.server";
import { insertVisits } from "~/db/repositories/visits.server";
import { getWarehouse, insertWarehouse, removeWarehouses } from "~/db/repositories/warehouses.server";
import { afterCommit, withTransaction } from "~/db/transaction.server";
import type { UtcText } from "~/db/tables";
import { defaultEnds } from "~/domain/company/company";
import { newRoutes } from "~/domain/route/new-route";
import { can } from "~/domain/access/permissions";
import { todayIn } from "~/domain/time/time-zone";
import { addSeconds } from "~/domain/time/utc-text";
import { AppError } from "~/lib/errors";
import { zoneOfWarehouse } from "~/planner/zone-of-warehouse.server";
import { publishChange } from "~/realtime/publisher.server";
import type { ChangeEvent } from "~/realtime/events";
import { services } from "~/services/container.server";
import { nowSecOf, nowText } from "~/services/now.server";
import { isInside } from "~/services/roads/regions.server";
import { timeZoneOf } from "~/services/time-zone.server";
import { SAMPLE_DAY, SAMPLE_DRIVERS, SAMPLE_HOUSES, SAMPLE_VEHICLES, sampleDayAt } from "../sample-day";
import type { SampleDay } from "../sample-day";
import { SAMPLE_TITLE } from "../plans/sample-words";

/** Enough for sixty stops; a newcomer waits for it. */
const SOLVING_SEC = 2;

/** Longer than a sample day takes to be loaded: after this the process that did it has died. */
const LEFT_SEC = 120;

class SampleDayExists extends Error {}

/**
 * Makes the sample day: a depot, drivers, vehicles, and a plan of today with its stops, all or nothing. A company has
 * one at most: whoever asks again, or at the same time, gets the same.
 * @returns isLeft: whoever loaded it has died on the way, and the caller goes on with it
 * @throws AppError 403
 */
export async function createSampleDay(
  session: CompanySession,
  { tab }: { tab?: string | undefined },
): Promise<{ planId: number; isNew: boolean; isLeft: boolean }> {
  const companyId = session.company.id;
  for (const action of ["plan.create", "vehicle.create", "warehouse.create", "visit.create"] as const)
    authorize(session, action, { companyId });
  const now = nowText();
  const day = await sampleDayHere();
  try {
    return await withTransaction(db(), async (trx) => {
      await insertSampleDay(trx, companyId, session.user.id, now).catch((error: unknown) => {
        throw error instanceof AppError && error.code === "db.duplicate" ? new SampleDayExists() : error;
      });
      const made = await createRecords(trx, session, day, now);
      await setSampleMade(trx, companyId, { ...made, isUnderWay: true }, now);
      afterCommit(trx, () => publishAll(companyId, "create", made, tab));
      return { planId: made.planId, isNew: true, isLeft: false };
    });
  } catch (error) {
    if (!(error instanceof SampleDayExists)) throw error;
    const there = await findSampleDay(db(), companyId);
    if (!there?.made) throw error;
    const isLeft =
      there.made.isUnderWay === true && (await takeOverSampleDay(db(), companyId, addSeconds(now, -LEFT_SEC), now));
    return { planId: there.made.planId, isNew: false, isLeft };
  }
}

/** Nobody goes on with it any more: it is whole, or an ordinary plan. */
export async function endLoading(session: CompanySession): Promise<void> {
  const companyId = session.company.id;
  await withTransaction(db(), async (trx) => {
    const made = (await findSampleDay(trx, companyId))?.made;
    if (made) await setSampleMade(trx, companyId, { ...made, isUnderWay: false }, nowText());
  });
}

/** Where roads are known: at its own place, or at houses of a region that is built. */
async function sampleDayHere(): Promise<SampleDay> {
  const { regions } = services();
  const built = regions.list().filter(({ roads }) => roads !== null);
  const own = { lat: SAMPLE_DAY.warehouse.lat ?? 0, lng: SAMPLE_DAY.warehouse.lng ?? 0 };
  if (built.some((region) => isInside(region, own))) return SAMPLE_DAY;
  for (const { name } of built) {
    const houses = await sampleHouses(db(), name, SAMPLE_HOUSES);
    const day = houses[0] === undefined ? null : sampleDayAt(houses, timeZoneOf(houses[0].lat, houses[0].lng));
    if (day !== null) return day;
  }
  return SAMPLE_DAY;
}

async function createRecords(trx: Db, session: CompanySession, day: SampleDay, now: UtcText): Promise<SampleMade> {
  const companyId = session.company.id;
  const warehouseId = await insertWarehouse(trx, companyId, day.warehouse, now);
  const memberIds: number[] = [];
  if (can(session.actor, "driver.create", { companyId })) {
    for (const person of SAMPLE_DRIVERS)
      memberIds.push(await insertMember(trx, companyId, { ...person, is_courier: 1 }, now));
  }
  const vehicleIds: number[] = [];
  for (const [index, vehicle] of SAMPLE_VEHICLES.entries()) {
    vehicleIds.push(
      await insertVehicle(
        trx,
        companyId,
        { ...vehicle, warehouse_id: warehouseId, driver_id: memberIds[index] ?? null },
        now,
      ),
    );
  }
  const company = companySettingsFromRow(await getCompany(trx, companyId));
  // The day returns to its depot, whatever the company does otherwise: its vehicles have no parking of their own.
  const ends = defaultEnds({ defaultStartLocationType: "W", defaultEndLocationType: "W" });
  const planId = await insertPlan(
    trx,
    companyId,
    {
      title: SAMPLE_TITLE,
      warehouse_id: warehouseId,
      service_date: todayIn(zoneOfWarehouse(await getWarehouse(trx, companyId, warehouseId)), nowSecOf(session)),
      solving_time: SOLVING_SEC,
      squash_duration: company.defaultSquashDuration,
      visit_balance_coefficient: company.defaultVisitBalanceCoefficient,
      start_location_type: ends.startLocationType,
      end_location_type: ends.endLocationType,
    },
    now,
  );
  const vehicles = (await getVehicles(trx, companyId, vehicleIds)).map(vehicleFromRow);
  const owner = { ...ends, id: planId, companyId, warehouseId };
  await insertNewRoutes(trx, companyId, newRoutes(owner, vehicles, 1), now);
  await insertVisits(
    trx,
    companyId,
    day.visits.map((visit) => ({ ...visit, plan_id: planId, warehouse_id: warehouseId })),
    now,
  );
  return { planId, warehouseId, vehicleIds, memberIds };
}

/**
 * Removes what the sample day made and nothing else: a vehicle, driver or depot that other plans use by now stays.
 * Removing it twice does no harm.
 * @throws AppError 403
 */
export async function removeSampleDay(session: CompanySession, { tab }: { tab?: string | undefined }): Promise<void> {
  const companyId = session.company.id;
  for (const action of ["plan.remove", "vehicle.remove", "warehouse.remove"] as const)
    authorize(session, action, { companyId });
  const now = nowText();
  await withTransaction(db(), async (trx) => {
    const day = await findSampleDay(trx, companyId);
    // Two at the same time: the second one finds nothing to do.
    if (day === undefined || !(await deleteSampleDay(trx, companyId)) || day.made === null) return;
    const { planId, warehouseId, vehicleIds, memberIds } = await sampleAlone(trx, companyId, day.made);
    if (planId > 0) await removePlan(trx, companyId, planId, now);
    await deleteCalculationsOfPlan(trx, companyId, day.made.planId);
    await removeVehicles(trx, companyId, vehicleIds, now);
    for (const memberId of memberIds) await removeMember(trx, companyId, memberId);
    if (warehouseId > 0) await removeWarehouses(trx, companyId, [warehouseId], now);
    afterCommit(trx, () =>
      publishAll(companyId, "destroy", { planId: day.made?.planId ?? 0, warehouseId, vehicleIds, memberIds }, tab),
    );
  });
}

function publishAll(
  companyId: number,
  action: ChangeEvent["action"],
  { planId, warehouseId, vehicleIds, memberIds }: SampleMade,
  tab: string | undefined,
): void {
  const events: ChangeEvent[] = [
    { model: "Warehouse", action, ids: [warehouseId] },
    { model: "Vehicle", action, ids: vehicleIds },
    { model: "CompanyMember", action, ids: memberIds },
    { model: "RoutingPlan", action, ids: [planId], planId },
  ];
  for (const event of events) publishChange(companyId, event, tab);
}
