import * as figureNames from "~/db/repositories/figure-names.server";
import * as figureVisits from "~/db/repositories/figure-visits.server";
import * as figures from "~/db/repositories/figures.server";
import * as visitLists from "~/db/repositories/visit-lists.server";
import * as filteredVisits from "~/db/repositories/filtered-visits.server";
import type { Attempts } from "./attempt";

export const ALL_DAYS = { from: "2000-01-01", to: "2100-01-01" };

/** Figures, and the lists of visits behind them. */
export const FIGURES: Attempts = {
  "figureNames.namesForFigures": (db, me, o) => figureNames.namesForFigures(db, me, "vehicle", [o.vehicleId]),
  "figures.sumFigures": (db, me) => figures.sumFigures(db, me, ALL_DAYS, "day"),
  "figures.removeFiguresOfPlan": (db, me, o) => figures.removeFiguresOfPlan(db, me, o.planId),
  "figures.forgetPlanFigures": (db, me, o) => figures.forgetPlanFigures(db, me, o.planId),
  "figures.recountRoutes": (db, me, o) => figures.recountRoutes(db, me, [o.routeId]),
  "figureVisits.whereCounted": async (db, me) => {
    // Whoever asks for all visits gets those of the company's own routes.
    const query = db("routing_visits");
    figureVisits.whereCounted(db, query, me, "visits", ALL_DAYS);
    return query;
  },
  "figureVisits.pageBehind": (db, me) => figureVisits.pageBehind(db, me, "visits", ALL_DAYS, {}),
  "filteredVisits.visitsQuery": (db, me, o) => filteredVisits.visitsQuery(db, me, { planId: o.planId }),
  "visitLists.surroundingsOf": async (db, me, o) => {
    const row = { plan_id: o.planId, route_id: o.routeId, warehouse_id: o.warehouseId };
    const { plans, routes, warehouses, drivers, vehicles } = await visitLists.surroundingsOf(db, me, [row]);
    return [plans, routes, warehouses, drivers, vehicles].flatMap((found) => [...found]);
  },
  "visitLists.listVisitsByIds": (db, me, o) => visitLists.listVisitsByIds(db, me, o.visitIds),
  "filteredVisits.firstVisitIds": (db, me, o) =>
    filteredVisits.firstVisitIds(db, filteredVisits.visitsQuery(db, me, { planId: o.planId }), 5),
  "visitLists.planVersions": (db, me, o) => visitLists.planVersions(db, me, [o.planId]),
  "filteredVisits.pagedVisits": (db, me, o) =>
    filteredVisits.pagedVisits(db, filteredVisits.visitsQuery(db, me, { planId: o.planId }), {}),
};
