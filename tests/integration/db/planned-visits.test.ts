import { describe, expect, it } from "vitest";
import { visitCountsByPlan } from "~/db/repositories/visit-counts.server";
import { listVisits } from "~/db/repositories/filtered-visits.server";
import {
  listFailedVisits,
  listUnscheduledVisits,
  listVisitsOfPlan,
  listVisitsOfRoute,
  lockVisitsWithoutPlan,
} from "~/db/repositories/plan-visits.server";
import { getVisit, insertVisits, removeVisits, updateVisit, updateVisits } from "~/db/repositories/visits.server";
import { withTransaction } from "~/db/transaction.server";
import { createCompany, createVisits, NOW } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";

const LATER = "2026-11-21 07:30:00";

describe.each(databases())("visits on %s", (kind) => {
  const database = useTestDatabase(kind);

  it("insert many visits, answer their ids in order, and keep what each names", async () => {
    const { db } = database();
    const { companyId, planId } = await createCompany(db);
    const rows = Array.from({ length: 450 }, (_, index) => ({
      name: `Stop ${index}`,
      plan_id: planId,
      ...(index % 2 === 0 ? { package_load: 12.345, external_id: `E${index}` } : {}),
      ...(index % 3 === 0 ? { start_time: null, end_time: null } : {}),
    }));
    const ids = await withTransaction(db, (trx) => insertVisits(trx, companyId, rows, NOW));
    expect(new Set(ids).size).toBe(450);
    for (const index of [0, 1, 199, 200, 201, 449]) {
      expect(await getVisit(db, companyId, ids[index]!)).toMatchObject({
        name: `Stop ${index}`,
        package_load: index % 2 === 0 ? 12.345 : 0,
        external_id: index % 2 === 0 ? `E${index}` : null,
        start_time: index % 3 === 0 ? null : "08:00",
        service_time: 5,
        position: 1000,
        status: 1,
        source: 1,
      });
    }
  });

  it("give visits left to defaults what the table would give them", async () => {
    const { db } = database();
    const { companyId } = await createCompany(db);
    const [bare, mixed] = await insertVisits(db, companyId, [{ name: "bare" }], NOW).then(async ([one]) => {
      const [two] = await insertVisits(
        db,
        companyId,
        [
          { name: "mixed" },
          {
            name: "full",
            address: "a",
            postcode: "p",
            type: "P",
            status: 2,
            position: 3,
            label_position: 3,
            start_time: "09:00",
            end_time: "10:00",
            service_time: 1,
            package_capacity: 1,
            package_load: 1,
            distance: 1,
            travel_duration: 1,
            waiting_time: 1,
            recipient_name: "r",
            recipient_phone: "1",
            signature_name: "s",
            source: 2,
            service_duration: 4,
            lat: 1,
            lng: 1,
            polyline: "x",
          },
        ],
        NOW,
      );
      return [await getVisit(db, companyId, one!), await getVisit(db, companyId, two!)];
    });
    expect({ ...mixed, id: 0, uid: "", name: "" }).toEqual({ ...bare, id: 0, uid: "", name: "" });
  });

  it("change many visits at once, each its own columns", async () => {
    const { db } = database();
    const { companyId, planId, routeId } = await createCompany(db);
    const ids = await createVisits(
      db,
      companyId,
      Array.from({ length: 420 }, () => ({ plan_id: planId })),
    );
    await updateVisits(
      db,
      companyId,
      ids.map((id, index) =>
        index % 2 === 0
          ? {
              id,
              route_id: routeId,
              status: 2,
              position: index,
              arrival_time: "2026-11-23 07:00:00",
              polyline: `line'${index}\\"?`,
            }
          : { id, unserved_reason: '{"message":"too far"}', label_position: index },
      ),
      LATER,
    );
    const byId = new Map((await listVisitsOfPlan(db, companyId, planId)).map((visit) => [visit.id, visit]));
    expect(byId.get(ids[400]!)).toMatchObject({
      route_id: routeId,
      status: 2,
      position: 400,
      arrival_time: "2026-11-23 07:00:00",
      polyline: `line'400\\"?`,
      label_position: 0,
      updated_at: LATER,
    });
    expect(byId.get(ids[401]!)).toMatchObject({
      route_id: null,
      status: 1,
      position: 1000,
      arrival_time: null,
      unserved_reason: '{"message":"too far"}',
      label_position: 401,
    });
    await updateVisit(db, companyId, ids[400]!, { polyline: null, route_id: null }, LATER);
    expect(await getVisit(db, companyId, ids[400]!)).toMatchObject({ polyline: null, route_id: null, position: 400 });
    // The same values again still count as found.
    await updateVisit(db, companyId, ids[400]!, { polyline: null, route_id: null }, LATER);
    await expect(updateVisits(db, companyId, [{ id: 999_999, status: 2 }], LATER)).rejects.toMatchObject({
      status: 404,
    });
  });

  it("list visits as the screens need them", async () => {
    const { db } = database();
    const { companyId, planId, routeId, visitIds, warehouseId } = await createCompany(db);
    const [start] = await createVisits(db, companyId, [{ plan_id: planId, route_id: routeId, type: "S", position: 0 }]);
    const [loose] = await createVisits(db, companyId, [{ warehouse_id: warehouseId, name: "Äpfel GmbH" }]);
    await updateVisit(db, companyId, visitIds[1]!, { status: 5, fail_reason_id: 2 }, LATER);
    expect((await listVisitsOfRoute(db, companyId, routeId)).map((visit) => visit.id)).toEqual([
      start,
      visitIds[0],
      visitIds[1],
    ]);
    expect((await listUnscheduledVisits(db, companyId, planId)).map((visit) => visit.id)).toEqual([visitIds[2]]);
    expect((await listFailedVisits(db, companyId, planId)).map((visit) => visit.id)).toEqual([visitIds[1]]);
    expect((await lockVisitsWithoutPlan(db, companyId, warehouseId)).map((visit) => visit.id)).toEqual([loose]);
    expect(await lockVisitsWithoutPlan(db, companyId, null)).toEqual([]);
    expect((await listVisits(db, companyId, { search: "äPFEL" })).rows.map((visit) => visit.id)).toEqual([loose]);
    expect(await listVisits(db, companyId, { planId, status: 5 })).toMatchObject({ total: 1 });
    await removeVisits(db, companyId, [start!], LATER);
    await removeVisits(db, companyId, [visitIds[0]!], LATER);
    expect((await listVisitsOfRoute(db, companyId, routeId)).map((visit) => visit.id)).toEqual([visitIds[1]]);
    expect((await visitCountsByPlan(db, companyId, [planId])).get(planId)).toMatchObject({
      all: 2,
      failed: 1,
      unscheduled: 1,
    });
  });
});
