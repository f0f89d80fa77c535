import { describe, expect, it } from "vitest";
import { planRows, planTotals, UNSERVED, visitsByRoute } from "~/features/planning/plan-page/list/plan-rows";
import { visitItem } from "~/features/planning/plan-page/plan-view";
import { countsVisit, figureOf, VISIT_FIGURES } from "~/features/planning/plan-page/list/visit-filter";
import type { Figure, VisitFigure } from "~/features/planning/plan-page/list/visit-filter";
import { makeVisit } from "../domain/make";
import { clock, empty, groups, items, route } from "./plan-of-rows";

describe("the header's figures", () => {
  const late = {
    ...items[1]!,
    id: 20,
    lateSec: 600,
    code: "A-17",
    who: "Žofie Čížková",
    phone: "+423 232 11 22",
    note: "Ring twice",
  };
  const waits = { ...items[1]!, id: 21, waitSec: 2460 };
  const failed = { ...items[1]!, id: 22, status: 5 as const };
  const all = [...items, late, waits, failed];
  const totals = planTotals([route, empty], all);
  const listed = (figure: Figure | null, search = "") =>
    planRows({ routes: [route, empty], groups: visitsByRoute(all), open: new Set(), search, figure }).flatMap((row) =>
      row.kind === "visit" ? [row.visit.id] : [],
    );

  it("count visits and the work of routes with visits", () => {
    expect(planTotals([route, empty], items)).toEqual({
      visits: 5,
      scheduled: 2,
      unscheduled: 3,
      late: 0,
      done: 1,
      failed: 0,
      waiting: 0,
      "no-place": 1,
      distanceM: 12_345,
      // On the road: from leaving to the end.
      workSec: 3600,
      waitSec: 0,
      loads: { kg: 110.1, m3: 0, maxKg: 100, maxM3: 0 },
      cost: 0,
      routes: 1,
      approved: 1,
      allRoutes: 2,
    });
    expect(totals).toMatchObject({
      visits: 8,
      scheduled: 5,
      unscheduled: 3,
      late: 1,
      done: 1,
      failed: 1,
      waiting: 1,
      "no-place": 1,
    });
  });
  it("have a limit of load only when every used vehicle has one", () => {
    const limits = (maxLoadKg: number, stops = 1) =>
      planTotals([route, { ...route, id: 3, maxLoadKg, stops }], []).loads.maxKg;
    expect([limits(50), limits(0), limits(0, 0)]).toEqual([150, 0, 100]);
  });
  it.each(Object.keys(VISIT_FIGURES) as VisitFigure[])("%s leads to exactly the visits that it counts", (figure) => {
    expect(listed(figure)).toHaveLength(totals[figure]);
    expect(totals[figure]).toBeGreaterThan(0);
  });
  it("waiting leads to stops where the vehicle waited as well as to those where it will", () => {
    const done = { ...waits, status: 4 as const, ata: 1_800_000_000 };
    expect(countsVisit("waiting", done)).toBe(true);
    expect(countsVisit("waiting", { ...done, waitSec: 59 })).toBe(false);
  });
  it("late leads to the late ones, distance to the routes that drive, and only known names are figures", () => {
    expect(listed("late")).toEqual([20]);
    expect(
      planRows({ routes: [route, empty], groups, open: new Set(), search: "", figure: "distance" }).map(
        (row) => row.key,
      ),
    ).toEqual(["r1"]);
    expect(["late", "cost", "toString", "", null].map(figureOf)).toEqual(["late", "cost", null, null, null]);
  });
  it("the search finds order number, recipient, phone and note, however accents and phones are written", () => {
    for (const text of ["a-17", "cizkova", "232 11 22", "2321122", "ring", " A-17 "])
      expect(listed(null, text), text).toEqual([20]);
    expect(listed("late", "waits")).toEqual([]);
    expect(listed(null, "11")).toEqual([20]);
    expect(listed(null, "999 99")).toEqual([]);
  });
  it("lists visits without a place before the other unscheduled ones", () => {
    const unplaced = [
      visitItem(makeVisit({ id: 1, routeId: null, status: 1 }), clock),
      visitItem(makeVisit({ id: 2, routeId: null, status: 1, lat: null }), clock),
    ];
    const rows = planRows({ routes: [], groups: visitsByRoute(unplaced), open: new Set([UNSERVED]), search: "" });
    expect(rows.map((row) => row.key)).toEqual(["unserved", "v2", "v1"]);
  });
});
