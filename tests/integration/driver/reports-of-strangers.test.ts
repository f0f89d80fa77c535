import { beforeEach, describe, expect, it } from "vitest";
import { insertVisits } from "~/db/repositories/visits.server";
import { removePlan } from "~/features/planning/commands/plan-commands.server";
import { resetRoute } from "~/features/planning/commands/route-commands.server";
import { createRoute, NOW } from "../../factories/company";
import { databases } from "../../helpers/databases";
import type { Road } from "./road";
import { useReports } from "./reports-world";

describe.each(databases())("reports from a phone that no longer fit, on %s", (kind) => {
  const reports = useReports(kind);
  const { db, report, done, tasks, filesIn, offRoute } = reports;
  let road: Road;
  beforeEach(() => void (road = reports.road()));

  describe("about what was never on a route of the driver", () => {
    const nothing = [404, { kind: "refused", message: "Visit not found" }] as const;
    const isKept = async () => [
      await tasks(),
      filesIn(),
      await db()("routing_visit_attachments").where({ company_id: road.companyId }),
      await db()("applied_commands").where({ company_id: road.companyId }),
    ];
    let foreign: number;

    beforeEach(async () => {
      const row = (await db()("routing_visits").where({ id: road.stops[0] }).first())!;
      const routeId = await createRoute(db(), road.companyId, road.planId, { status: 4 });
      const visits = [{ plan_id: row.plan_id, route_id: routeId, status: 3, name: "Foreign" }];
      foreign = (await insertVisits(db(), road.companyId, visits, NOW))[0]!;
    });

    it.each(["done", "failed", "on-route"])("leave nothing behind: %s", async (intent) => {
      for (const [name, visitId, routeId] of [
        ["another's", foreign, road.routeId],
        ["another's, of no route", foreign, 999_999],
        ["none", 999_999, road.routeId],
      ] as const) {
        const fields = { ...done(0), intent, visitId: String(visitId), commandId: name };
        expect(await report(fields, 1, { routeId }), name).toEqual(nothing);
        expect(await report({ ...fields, ageSec: String(9 * 86_400) }, 1, { routeId }), name).toEqual(nothing);
        const { commandId: _none, ...without } = fields;
        expect(await report(without, 1, { routeId }), name).toEqual(nothing);
      }
      await db()("routing_visits").where({ id: foreign }).update({ route_id: null, status: 1 });
      expect(await report({ ...done(0), intent, visitId: String(foreign) }, 1)).toEqual(nothing);
      expect(await isKept()).toEqual([[], [], [], []]);
    });

    it("is no task either when it is a route", async () => {
      const other = await createRoute(db(), road.companyId, road.planId, { status: 3 });
      for (const routeId of [other, 999_999])
        for (const intent of ["start", "finish"])
          expect(await report({ intent, commandId: "r", ageSec: "900" }, 0, { routeId })).toEqual([
            404,
            { kind: "refused", message: "Route not found" },
          ]);
      expect(await isKept()).toEqual([[], [], [], []]);
    });

    it("or has not been for two days before it was made, is none", async () => {
      await offRoute(0, "2026-11-21 08:04:00");
      expect(await report(done(0), 1)).toEqual(nothing);
      expect(await isKept()).toEqual([[], [], [], []]);
    });

    it("but was taken away, is one, however it was taken away", async () => {
      const told = "This stop is not on your route any more. Your dispatcher has been told";
      await resetRoute(road.dispatcher, { routeId: road.routeId }, {});
      expect((await report(done(0), 1, { routeId: 999_999 }))[1]).toEqual({ kind: "refused", message: told });
      expect(await tasks()).toMatchObject([{ visit_id: road.stops[0], route_id: road.routeId }]);
      expect((await report({ intent: "finish", commandId: "f", ageSec: "900" }))[1]).toEqual({
        kind: "refused",
        message: "This route is not yours any more. Your dispatcher has been told",
      });
      await db()("routing_routes").where({ id: road.routeId }).update({ status: 4 });
      await db()("routing_visits").where({ id: road.stops[1] }).update({ route_id: road.routeId, status: 3 });
      await db()("stops_taken_away").delete();
      await removePlan(road.dispatcher, { planId: road.planId }, {});
      expect((await report(done(1), 1))[1]).toEqual({ kind: "refused", message: told });
      expect(await tasks()).toHaveLength(3);
    });
  });
});
