import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import type { RoadTask } from "~/db/repositories/road-tasks.server";
import { findWarehouse } from "~/db/repositories/warehouses.server";
import { dayClock } from "~/domain/time/service-clock";
import { bestPlace, effectWords, placeInTime } from "~/domain/tracking/request-effect";
import type { RequestEffect } from "~/domain/tracking/request-effect";
import { placesFor } from "~/domain/tracking/window-request";
import { notFound } from "~/lib/errors";
import { previewChange } from "~/planner/change-plan.server";
import { zoneOfWarehouse } from "~/planner/zone-of-warehouse.server";
import { windowCommand } from "../commands/settle-request.server";

/**
 * What accepting a request does, worked out as the change itself would be: of two places the better one, where the
 * visit is and where the new window falls.
 * @throws AppError 404, 409 when it can't be accepted
 */
export async function effectOfRequest(session: CompanySession, task: RoadTask<"request">): Promise<RequestEffect> {
  const companyId = session.company.id;
  const kept = await previewChange(session, await windowCommand(session, task, 0));
  const { state } = kept;
  const visit = state.visits.find((one) => one.id === task.visit_id);
  if (visit === undefined) throw notFound("Visit");
  const { warehouseId, serviceDate } = state.plan;
  const timeZone = zoneOfWarehouse(
    warehouseId === null ? undefined : await findWarehouse(db(), companyId, warehouseId),
  );
  const clock = dayClock(serviceDate, timeZone);
  const places = placesFor(state, visit);
  const window = task.details;
  const wanted = placeInTime(state.visits, visit, { ...places, fromSec: clock(window.from) ?? 0 });
  const offers = [{ ...kept, place: places.own }];
  if (wanted !== places.own) {
    const moved = await previewChange(session, await windowCommand(session, task, wanted));
    offers.push({ ...moved, place: wanted });
  }
  return effectWords(bestPlace(offers, clock), visit, {
    own: places.own,
    clock: { timeZone, serviceDate },
    units: session.units,
  });
}
