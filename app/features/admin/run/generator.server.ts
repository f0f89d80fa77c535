/** Carries out runs of the generator, company by company; a process that dies leaves whole companies alone. */
import { vehicleFromRow } from "~/db/codecs.server";
import type { Db } from "~/db/client.server";
import { db } from "~/db/database.server";
import { insertNewRoutes } from "~/db/planning-changes.server";
import { insertBilling } from "~/db/repositories/billings.server";
import { insertCompany } from "~/db/repositories/companies.server";
import {
  claimRun,
  deleteMadeUpCompany,
  deleteRun,
  lockRun,
  madeBy,
  optionsOf,
  releaseRun,
  updateRun,
} from "~/db/repositories/generator-runs.server";
import { insertMember } from "~/db/repositories/members.server";
import { insertPlan } from "~/db/repositories/plans.server";
import { getVehicles, insertVehicle } from "~/db/repositories/vehicles.server";
import { insertVisits } from "~/db/repositories/visits.server";
import { insertWarehouse } from "~/db/repositories/warehouses.server";
import type { UtcText } from "~/db/tables";
import { withTransaction } from "~/db/transaction.server";
import { BillingStatus } from "~/domain/billing/billing-record";
import { PackageKey } from "~/domain/billing/packages";
import { VisitsPeriod } from "~/domain/billing/periods";
import { defaultEnds } from "~/domain/company/company";
import { GeneratorStatus } from "~/domain/generator/generator-status";
import { madeUpCompany } from "~/domain/generator/made-up-company";
import type { MadeUpCompany } from "~/domain/generator/made-up-company";
import { newRoutes } from "~/domain/route/new-route";
import { todayIn } from "~/domain/time/time-zone";
import { addSeconds } from "~/domain/time/utc-text";
import { AppError } from "~/lib/errors";
import { startRounds } from "~/lib/rounds.server";
import type { Rounds } from "~/lib/rounds.server";
import { nowSec, nowText } from "~/services/now.server";
import { timeZoneOf } from "~/services/time-zone.server";

const EVERY_MS = 2000;
const LATER_MS = 30_000;
/** One company takes seconds. */
const CLAIM_SEC = 300;

async function insertPlans(
  trx: Db,
  companyId: number,
  company: MadeUpCompany,
  { warehouseId, vehicleIds, now }: { warehouseId: number; vehicleIds: readonly number[]; now: UtcText },
): Promise<void> {
  const ends = defaultEnds({ defaultStartLocationType: "W", defaultEndLocationType: "W" });
  const vehicles = (await getVehicles(trx, companyId, vehicleIds)).map(vehicleFromRow);
  for (const { title, serviceDate, visits } of company.plans) {
    const places = { start_location_type: ends.startLocationType, end_location_type: ends.endLocationType };
    const plan = { title, warehouse_id: warehouseId, service_date: serviceDate, ...places };
    const planId = await insertPlan(trx, companyId, plan, now);
    const owner = { ...ends, id: planId, companyId, warehouseId };
    await insertNewRoutes(trx, companyId, newRoutes(owner, vehicles, 1), now);
    await insertVisits(
      trx,
      companyId,
      visits.map(({ name, load, lat, lng }) => ({
        name,
        address: `${lat}, ${lng}`,
        lat,
        lng,
        package_load: load,
        plan_id: planId,
        warehouse_id: warehouseId,
      })),
      now,
    );
  }
}

const UNLIMITED = {
  package: PackageKey.Custom,
  visits_limit: 100_000_000,
  visits_period: VisitsPeriod.AllPeriod,
  end_date: null,
  status: BillingStatus.Actual,
};

/** A company without an owner: super admins open it. @returns its id */
async function insertMadeUp(trx: Db, company: MadeUpCompany, timeZone: string, now: UtcText): Promise<number> {
  const companyId = await insertCompany(trx, { title: company.title, user_id: null }, now);
  // As much as is made may be calculated.
  await insertBilling(trx, companyId, { ...UNLIMITED, start_date: now.slice(0, 10) }, now);
  const depot = { title: "Depot", address: `${company.depot.lat}, ${company.depot.lng}`, time_zone: timeZone };
  const warehouseId = await insertWarehouse(trx, companyId, { ...depot, ...company.depot }, now);
  const vehicleIds: number[] = [];
  for (const { title, plate, driver } of company.vehicles) {
    const driverId = await insertMember(trx, companyId, { name: driver, is_courier: 1 }, now);
    const vehicle = { title, plate, driver_id: driverId, warehouse_id: warehouseId, max_load: 1000 };
    vehicleIds.push(await insertVehicle(trx, companyId, vehicle, now));
  }
  await insertPlans(trx, companyId, company, { warehouseId, vehicleIds, now });
  return companyId;
}

/** The next company of the run, unless it is to be removed by now. */
const makeNext = (db: Db, runId: number): Promise<void> =>
  withTransaction(db, async (trx) => {
    const run = await lockRun(trx, runId);
    if (run.status !== GeneratorStatus.Making) return;
    const [options, made, now] = [optionsOf(run), madeBy(run), nowText()];
    const timeZone = timeZoneOf(options.lat, options.lng);
    const company = madeUpCompany(options, runId, made.length + 1, todayIn(timeZone, nowSec()));
    made.push(await insertMadeUp(trx, company, timeZone, now));
    const status = made.length >= options.companies ? GeneratorStatus.Done : GeneratorStatus.Making;
    await updateRun(trx, runId, { made, status }, now);
  });

/** The newest company of the run goes; after the last one, the run itself. */
const removeNext = (db: Db, runId: number): Promise<void> =>
  withTransaction(db, async (trx) => {
    const made = madeBy(await lockRun(trx, runId));
    const companyId = made.pop();
    if (companyId === undefined) return deleteRun(trx, runId);
    await deleteMadeUpCompany(trx, companyId);
    await updateRun(trx, runId, { made }, nowText());
  });

/** The log has it whole. */
const FAULT = "A fault of the program stopped it.";

/** One company more, or one less. @returns whether there was anything to do */
export async function continueRuns(db: Db): Promise<boolean> {
  const now = nowText();
  const run = await claimRun(db, now, addSeconds(now, CLAIM_SEC));
  if (run === null) return false;
  try {
    await (run.status === GeneratorStatus.Removing ? removeNext(db, run.id) : makeNext(db, run.id));
  } catch (error) {
    // The database is away: the run goes on when it is back.
    if (error instanceof AppError && error.status === 503) throw error;
    const failure = error instanceof AppError ? error.message.slice(0, 255) : FAULT;
    await updateRun(db, run.id, { status: GeneratorStatus.Failed, failure }, nowText());
    console.error("A run of the generator failed:", error);
  } finally {
    await releaseRun(db, run.id);
  }
  return true;
}

export const startGenerator = (): Rounds =>
  startRounds(() => continueRuns(db()), {
    everyMs: EVERY_MS,
    laterMs: LATER_MS,
    failed: "Companies could not be made up:",
  });
