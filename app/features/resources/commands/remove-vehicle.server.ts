import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { plansToDrive } from "~/db/repositories/in-use.server";
import { getVehicles, removeVehicles as hideVehicles } from "~/db/repositories/vehicles.server";
import type { VehicleRow } from "~/db/tables";
import { afterCommit, withTransaction } from "~/db/transaction.server";
import type { BulkOutcome } from "~/domain/left-out";
import { vehicleName } from "~/domain/vehicle/vehicle";
import { AppError } from "~/lib/errors";
import { fewNamed } from "~/domain/few-named";
import { publishChange } from "~/realtime/publisher.server";
import { nowText } from "~/services/now.server";

const advice = (plans: readonly string[]): string =>
  `still has routes to drive in ${fewNamed(plans)}. Remove it from these plans first, or make it inactive.`;

/**
 * Routes that are still to be driven keep their vehicle; completed ones remember a removed one.
 * @param judge before anything is stored: what it throws is the answer, and nothing was done
 */
async function removeUnused(
  session: CompanySession,
  ids: readonly number[],
  tab: string | undefined,
  judge: (vehicles: readonly VehicleRow[], inUse: ReadonlyMap<number, string[]>) => void = () => undefined,
): Promise<{ vehicles: VehicleRow[]; inUse: ReadonlyMap<number, string[]> }> {
  authorize(session, "vehicle.remove");
  const companyId = session.company.id;
  return withTransaction(db(), async (trx) => {
    const vehicles = await getVehicles(trx, companyId, ids);
    const inUse = await plansToDrive(trx, companyId, ids);
    judge(vehicles, inUse);
    const unused = vehicles.flatMap(({ id }) => (inUse.has(id) ? [] : [id]));
    if (unused.length > 0) {
      await hideVehicles(trx, companyId, unused, nowText());
      afterCommit(trx, () => publishChange(companyId, { model: "Vehicle", action: "destroy", ids: unused }, tab));
    }
    return { vehicles, inUse };
  });
}

/**
 * @returns title of what was removed
 * @throws AppError 403, 404, 409 'vehicle.in_use'
 */
export async function removeVehicle(session: CompanySession, id: number, tab?: string): Promise<string> {
  const { vehicles } = await removeUnused(session, [id], tab, ([vehicle], inUse) => {
    const plans = inUse.get(id);
    if (plans === undefined) return;
    throw new AppError("vehicle.in_use", `${vehicleName(vehicle!)} ${advice(plans)}`, { status: 409 });
  });
  return vehicleName(vehicles[0]!);
}

/**
 * Vehicles that are still to be driven are left out.
 * @throws AppError 403, 404 when one is not the company's
 */
export async function removeVehicles(
  session: CompanySession,
  ids: readonly number[],
  tab?: string,
): Promise<BulkOutcome> {
  const { vehicles, inUse } = await removeUnused(session, ids, tab);
  const leftOut = vehicles.flatMap((vehicle) => {
    const plans = inUse.get(vehicle.id);
    return plans === undefined ? [] : [{ name: vehicleName(vehicle), why: `It ${advice(plans)}` }];
  });
  return { done: vehicles.length - leftOut.length, leftOut };
}
