import { refusalError } from "~/domain/decision";
import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { companySettingsFromRow, vehicleFromRow } from "~/db/codecs.server";
import type { Db } from "~/db/client.server";
import { db } from "~/db/database.server";
import { insertNewRoutes } from "~/db/planning-changes.server";
import { getCompany } from "~/db/repositories/companies.server";
import { insertPlan } from "~/db/repositories/plans.server";
import { getVehicles, listVehicles } from "~/db/repositories/vehicles.server";
import { lockVisitsWithoutPlan } from "~/db/repositories/plan-visits.server";
import { updateVisits } from "~/db/repositories/visits.server";
import { getWarehouse } from "~/db/repositories/warehouses.server";
import type { VehicleRow, WarehouseRow } from "~/db/tables";
import { afterCommit, withTransaction } from "~/db/transaction.server";
import { defaultEnds } from "~/domain/company/company";
import { newRoutes } from "~/domain/route/new-route";
import { canPlanOn } from "~/domain/plan/plan-rules";
import { RecordStatus } from "~/domain/record-status";
import { todayIn } from "~/domain/time/time-zone";
import type { UtcText } from "~/domain/time/utc-text";
import { vehicleName } from "~/domain/vehicle/vehicle";
import { AppError } from "~/lib/errors";
import { publishChange } from "~/realtime/publisher.server";
import { NEW_WAREHOUSE } from "../plans/new-plan-view";
import type { CreatePlanInput } from "../schemas";
import { canChooseWarehouse } from "~/domain/warehouse/chosen-warehouse";
import { belongsTo } from "~/domain/warehouse/warehouse";
import { newWarehouse } from "~/planner/new-warehouse.server";
import { zoneOfWarehouse } from "~/planner/zone-of-warehouse.server";
import { nowSecOf, nowText } from "~/services/now.server";

export interface CreatedPlan {
  planId: number;
  visits: number;
  routes: number;
}

async function chosenWarehouse(
  trx: Db,
  companyId: number,
  input: CreatePlanInput,
  now: UtcText,
): Promise<{ warehouse: WarehouseRow; isNew: boolean }> {
  if (input.warehouseId !== NEW_WAREHOUSE) {
    const warehouse = await getWarehouse(trx, companyId, input.warehouseId);
    const allowed = canChooseWarehouse(warehouse, "warehouseId");
    if (!allowed.ok) throw refusalError(allowed.error);
    return { warehouse, isNew: false };
  }
  const { warehouseLat: lat, warehouseLng: lng } = input;
  if (lat === null || lng === null)
    throw new AppError("warehouse.place", "Set the place of the warehouse on the map", {
      status: 422,
      field: "warehouseLat",
    });
  const { warehouseTitle: title, warehouseAddress: address } = input;
  const id = await newWarehouse(trx, companyId, { title, address, lat, lng, status: RecordStatus.Active }, now);
  return { warehouse: await getWarehouse(trx, companyId, id), isNew: true };
}

/**
 * Active vehicles of the warehouse, or of none, in their order; only the chosen ones when some were chosen.
 * @throws AppError 404 for a chosen one that is not the company's, 422 for one that is none of these
 */
async function vehiclesOf(
  trx: Db,
  companyId: number,
  warehouseId: number,
  chosen: readonly number[] | null,
): Promise<VehicleRow[]> {
  const { rows } = await listVehicles(trx, companyId, { status: RecordStatus.Active, pageSize: "unpaged" });
  const active = rows.filter((vehicle) => belongsTo(warehouseId, { warehouseId: vehicle.warehouse_id }));
  if (chosen === null) return active;
  const others = (await getVehicles(trx, companyId, chosen)).filter(({ id }) => !active.some((one) => one.id === id));
  if (others.length > 0) {
    const names = others.map((row) => vehicleName(vehicleFromRow(row))).join(", ");
    const message = `These vehicles are inactive or belong to another warehouse: ${names}.`;
    throw new AppError("plan.vehicles", message, { status: 422, field: "vehicleIds" });
  }
  return active.filter((vehicle) => chosen.includes(vehicle.id));
}

/** Visits without a plan, of the warehouse or of none, become the plan's. @returns how many */
async function takeWaitingVisits(
  trx: Db,
  companyId: number,
  planId: number,
  warehouseId: number,
  now: UtcText,
): Promise<number> {
  const waiting = [
    ...(await lockVisitsWithoutPlan(trx, companyId, warehouseId)),
    ...(await lockVisitsWithoutPlan(trx, companyId, null)),
  ];
  await updateVisits(
    trx,
    companyId,
    waiting.map(({ id }) => ({ id, plan_id: planId, warehouse_id: warehouseId })),
    now,
  );
  return waiting.length;
}

/**
 * Makes a plan with an empty route for each vehicle, and with the visits that wait, all or nothing.
 * @throws AppError 422 for a date in the past of the warehouse's calendar or an inactive warehouse, 404 for another
 * company's
 */
export async function createPlan(
  session: CompanySession,
  input: CreatePlanInput,
  options: { tab?: string | undefined } = {},
): Promise<CreatedPlan> {
  const companyId = session.company.id;
  authorize(session, "plan.create", { companyId });
  return withTransaction(db(), async (trx) => {
    const now = nowText();
    const { warehouse, isNew } = await chosenWarehouse(trx, companyId, input, now);
    const allowed = canPlanOn(input.serviceDate, todayIn(zoneOfWarehouse(warehouse), nowSecOf(session)));
    if (!allowed.ok) throw refusalError(allowed.error);

    const company = companySettingsFromRow(await getCompany(trx, companyId));
    const ends = defaultEnds(company);
    const planId = await insertPlan(
      trx,
      companyId,
      {
        title: input.title,
        warehouse_id: warehouse.id,
        service_date: input.serviceDate,
        squash_duration: company.defaultSquashDuration,
        visit_balance_coefficient: company.defaultVisitBalanceCoefficient,
        start_location_type: ends.startLocationType,
        end_location_type: ends.endLocationType,
        aim: company.defaultAim,
      },
      now,
    );
    const vehicles = await vehiclesOf(trx, companyId, warehouse.id, input.vehicleIds);
    const owner = { ...ends, id: planId, companyId, warehouseId: warehouse.id };
    await insertNewRoutes(trx, companyId, newRoutes(owner, vehicles.map(vehicleFromRow), 1), now);
    const visits = input.addWaiting ? await takeWaitingVisits(trx, companyId, planId, warehouse.id, now) : 0;
    afterCommit(trx, () => {
      if (isNew) publishChange(companyId, { model: "Warehouse", action: "create", ids: [warehouse.id] }, options.tab);
      publishChange(companyId, { model: "RoutingPlan", action: "create", ids: [planId], planId }, options.tab);
    });
    return { planId, visits, routes: vehicles.length };
  });
}
