import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { firstHit, planRows, UNSERVED, visitsByRoute } from "~/features/planning/plan-page/list/plan-rows";
import { routeItem, visitItem } from "~/features/planning/plan-page/plan-view";
import type { RouteItem, VisitItem } from "~/features/planning/plan-page/plan-view";
import { visitSearch } from "~/features/planning/plan-page/list/visit-filter";
import { idsBetween } from "~/features/planning/plan-page/selection/use-picked-visits";
import { makeRoute, makeVisit } from "../domain/make";
import { clock, context, empty, groups, items, route } from "./plan-of-rows";
import { firstOpen } from "~/features/planning/plan-page/use-plan-view";

describe("rows", () => {
  const rows = (open: (number | typeof UNSERVED)[], search = "") =>
    planRows({ routes: [route, empty], groups, open: new Set(open), search }).map((row) => row.key);
  it("folds and unfolds, start first, unscheduled ones of the route last", () => {
    expect(rows([])).toEqual(["r1", "r2", "unserved"]);
    expect(rows([1, UNSERVED])).toEqual(["r1", "v1", "v3", "v2", "v6", "r2", "unserved", "v4", "v5"]);
  });
  const empties = [11, 12, 13, 14].map((id, nth) =>
    routeItem(makeRoute({ id, vehicleId: null, driverId: null, status: 1 }), nth + 1, [], context),
  );
  it("folds routes without visits into one row once there are several, before what is unscheduled", () => {
    const listed = (routes: RouteItem[], open: (number | string)[], search = "") =>
      planRows({ routes, groups, open: new Set(open as number[]), search });
    const keys = (...args: Parameters<typeof listed>) => listed(...args).map((row) => row.key);
    expect(keys([...empties.slice(0, 3), route], [])).toEqual(["r11", "r12", "r13", "r1", "unserved"]);
    expect(keys([...empties, route], [])).toEqual(["r1", "empty", "unserved"]);
    expect(listed([...empties, route], [])[1]).toMatchObject({ kind: "empty", count: 4, open: false });
    const opened = listed([...empties, route], ["empty"]);
    expect(opened.map((row) => row.key)).toEqual(["r1", "empty", "r11", "r12", "r13", "r14", "unserved"]);
    expect(opened.map((row) => row.kind === "route" && row.nested)).toEqual([
      false,
      false,
      true,
      true,
      true,
      true,
      false,
    ]);
    expect(keys([...empties, route], [], "no vehicle")).toEqual(["r11", "r12", "r13", "r14"]);
  });
  it("lists routes before what is unscheduled while nothing is planned, too: each is near the first visit", () => {
    const unplanned = visitsByRoute(items.filter((visit) => visit.routeId === null));
    const listed = (routes: RouteItem[]) =>
      planRows({ routes, groups: unplanned, open: new Set([UNSERVED]), search: "" }).map((row) => row.key);
    expect(listed(empties)).toEqual(["empty", "unserved", "v4", "v5"]);
    expect(listed(empties.slice(0, 2))).toEqual(["r11", "r12", "unserved", "v4", "v5"]);
  });
  it("opens the empty ones around a route that the address names, and the unscheduled ones of a new plan", () => {
    const unplanned = items.filter((visit) => visit.routeId === null);
    const opened = (more: object) =>
      [...firstOpen({ routes: empties, visits: unplanned, visitId: null, routeId: null, ...more })].sort();
    expect(opened({})).toEqual([UNSERVED]);
    expect(opened({ routeId: 12 })).toEqual([12, "empty", UNSERVED]);
    expect(opened({ opened: "empty" })).toEqual(["empty", UNSERVED]);
    expect(opened({ routes: [route], visits: items })).toEqual([]);
  });
  it("leads from the search to the first visit that it found, else to the first row", () => {
    const hit = (open: (number | typeof UNSERVED)[], search: string) =>
      firstHit(planRows({ routes: [route, empty], groups, open: new Set(open), search }), search)?.key;
    expect([hit([], "bakery"), hit([], "butch"), hit([], "beck")]).toEqual(["v2", "v4", "r1"]);
    expect([hit([1], ""), hit([], "nothing like this")]).toEqual(["r1", undefined]);
  });

  it("searches visits by name, and opens where it finds some; vehicles and drivers too", () => {
    expect(rows([], "ba")).toEqual(["r1", "v2", "unserved", "v5"]);
    expect(rows([], "beck")).toEqual(["r1"]);
    expect(rows([], "nothing like that")).toEqual([]);
  });
  it("searches visits by street and postcode, as a caller names them", () => {
    const place = { address: "Herrengasse 2, Hinterhaus, 9490 Vaduz", postcode: "9490" };
    const [inAddress, beside, isName] = [
      { ...place, name: "Bakery" },
      { ...place, address: "Ländstrasse 1", postcode: "9494" },
      { ...place, name: place.address },
    ].map((part, nth) => visitItem(makeVisit({ id: nth + 1, ...part }), clock)) as [VisitItem, VisitItem, VisitItem];
    const found = (text: string) => [inAddress, beside, isName].filter(visitSearch(text)!).map(({ id }) => id);
    expect([found("herrengasse"), found("hinterhaus"), found("9490")]).toEqual([
      [1, 3],
      [1, 3],
      [1, 3],
    ]);
    expect([found("landstr"), found("9494"), found("9495")]).toEqual([[2], [2], []]);
    // Nothing is sent twice.
    expect([inAddress.postcode, isName.address]).toEqual([undefined, undefined]);
  });
  it("selects from one visit to another over routes and marks, in either direction", () => {
    const listed = planRows({ routes: [route, empty], groups, open: new Set([1, UNSERVED]), search: "" });
    expect([
      idsBetween(listed, 3, 6),
      idsBetween(listed, 5, 2),
      idsBetween(listed, 3, 3),
      idsBetween(listed, 99, 2),
    ]).toEqual([[3, 2, 6], [2, 6, 4, 5], [3], [2]]);
  });
  it("shows every visit exactly once when all is open", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            routeId: fc.constantFrom(1, 2, null),
            position: fc.nat(50),
            status: fc.constantFrom(1, 2, 3, 4, 5),
          }),
        ),
        (drawn) => {
          const drawnItems = drawn.map((one, index) =>
            visitItem(makeVisit({ id: index + 1, ...one } as Parameters<typeof makeVisit>[0]), clock),
          );
          const found = planRows({
            routes: [route, empty],
            groups: visitsByRoute(drawnItems),
            open: new Set([1, 2, UNSERVED]),
            search: "",
          }).filter((row) => row.kind === "visit");
          expect(found.map((row) => row.key).sort()).toEqual(drawnItems.map((item) => `v${item.id}`).sort());
        },
      ),
    );
  });
});
