import { ZodError } from "zod";
import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { lockVehicles, updateVehicle } from "~/db/repositories/vehicles.server";
import type { VehicleRow } from "~/db/tables";
import { withTransaction } from "~/db/transaction.server";
import { vehicleName } from "~/domain/vehicle/vehicle";
import { AppError } from "~/lib/errors";
import { authorOf } from "~/planner/author.server";
import { noteRetimes } from "~/planner/note-retimes.server";
import { retimeAfterVehicles } from "~/planner/retime-after.server";
import { publishChange } from "~/realtime/publisher.server";
import { nowText } from "~/services/now.server";
import { columnsWith } from "./save-vehicle.server";
import type { SomeVehicleFields } from "./save-vehicle.server";

/**
 * The same values for several vehicles; a field that is not given stays as each of them has it. All or none: the first
 * vehicle that the values don't fit is named.
 * @throws AppError 403, 404 when one is not the company's, 422
 */
export async function changeVehicles(
  session: CompanySession,
  { ids, fields }: { ids: readonly number[]; fields: SomeVehicleFields },
  tab?: string,
): Promise<void> {
  authorize(session, "vehicle.update");
  const companyId = session.company.id;
  const before = await withTransaction(db(), async (trx) => {
    const vehicles = await lockVehicles(trx, companyId, ids);
    const now = nowText();
    for (const vehicle of vehicles) {
      const columns = await columnsWith(trx, companyId, vehicle, fields).catch((error: unknown) => {
        throw named(vehicle, error);
      });
      await updateVehicle(trx, companyId, vehicle.id, columns, now);
    }
    await noteRetimes(trx, authorOf(session), vehicles);
    return vehicles;
  });
  publishChange(companyId, { model: "Vehicle", action: "update", ids: before.map(({ id }) => id) }, tab);
  await retimeAfterVehicles(session, before, tab);
}

/** What one vehicle refuses, with its name; what is wrong for all of them needs none. */
function named(vehicle: VehicleRow, error: unknown): unknown {
  const name = vehicleName(vehicle);
  if (error instanceof AppError && error.code === "times.crossed")
    return new AppError(error.code, `${name}: ${error.message}`, { status: error.status, field: error.field });
  if (!(error instanceof ZodError)) return error;
  const [issue] = error.issues;
  return new AppError("vehicle.values", `${name}: ${issue?.message ?? ""}`, {
    status: 422,
    field: issue?.path.join("."),
  });
}
