import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { routesInUse } from "~/domain/route/route-count";
import { RoutesDots } from "~/ui/feedback/dots";
import { createdMessage, waitingCount } from "~/features/planning/plans/new-plan-view";
import { headingBefore } from "~/features/planning/plans/plan-list-view";
import { CreatePlan, DuplicatePlan, PlanEdit, planIdOf, RenamePlan } from "~/features/planning/schemas";
import { AddVisit, MoveVisit } from "~/features/planning/visit-schemas";
import { formFaults, fromForm } from "../../helpers/forms";
import { planSettings, visitInput } from "../../helpers/inputs";

describe("the plan list", () => {
  const of = (serviceDate: string, goesOn = false) => ({ serviceDate, goesOn });
  it("has a heading where another day begins, and one for all past days", () => {
    const days = { today: "2026-11-21", firstDay: "2026-11-21" };
    expect(headingBefore(of("2026-11-20"), of("2026-11-19"), days)).toBeNull();
    expect(headingBefore(of("2026-11-21"), undefined, days)).toBe("Today");
  });
  it("has the night that isn't over under a heading of its own", () => {
    const days = { today: "2026-11-21", firstDay: "2026-11-21" };
    expect(headingBefore(of("2026-11-20", true), undefined, days)).toBe("Still under way");
    expect(headingBefore(of("2026-11-20", true), of("2026-11-20", true), days)).toBeNull();
    expect(headingBefore(of("2026-11-21"), of("2026-11-20", true), days)).toBe("Today");
  });
  it("names the days where it isn't the same day at all warehouses", () => {
    const days = { today: null, firstDay: "2026-11-21" };
    expect(headingBefore(of("2026-11-21"), undefined, days)).toBe("Saturday, 21 November 2026");
    expect(headingBefore(of("2026-11-22"), of("2026-11-21"), days)).toBe("Sunday, 22 November 2026");
    expect(headingBefore(of("2026-11-20"), of("2026-11-22"), days)).toBe("Past days");
  });
});

describe("the create dialog", () => {
  it("counts visits of the warehouse and of none", () => {
    const waiting = [
      { warehouseId: 1, count: 3 },
      { warehouseId: null, count: 2 },
      { warehouseId: 2, count: 50 },
    ];
    expect([waitingCount({ waiting }, 1), waitingCount({ waiting }, null), waitingCount({ waiting }, 9)]).toEqual([
      5, 2, 2,
    ]);
  });
  it("counts routes by one word: those in use, of all where some are empty", () => {
    expect([routesInUse(3, 3), routesInUse(2, 3), routesInUse(0, 1), routesInUse(1, 1), routesInUse(0, 0)]).toEqual([
      "3 routes",
      "2 of 3 routes",
      "0 of 1 route",
      "1 route",
      "0 routes",
    ]);
    const dots = [{ isEmpty: false }, { isEmpty: true }, { isEmpty: false }];
    expect(renderToStaticMarkup(createElement(RoutesDots, { routes: dots }))).toContain("2 of 3 routes");
  });
  it("says what was made", () => {
    expect(createdMessage("Plan 3", { visits: 150, routes: 1 })).toBe("Plan 3 was created with 150 visits and 1 route");
  });
});

describe("forms", () => {
  // @spec PC-5.27 PC-5.28 PC-5.31 PC-5.29
  it("read comma numbers, clamp durations, round coordinates to 6 decimals, and need both of them", () => {
    expect(
      visitInput({ name: " A ", serviceTime: "250", packageLoad: "1,25", lat: "47,12345678", lng: "9.5" }),
    ).toMatchObject({ name: "A", serviceTime: 99.9, packageLoad: 1.25, lat: 47.123457, lng: 9.5 });
    expect(visitInput({ name: "A", lat: "47", lng: "" })).toMatchObject({ lat: null, lng: null });
    expect(visitInput({ name: "A", lat: "147", lng: "-181", startTime: "8:75", endTime: "23" })).toMatchObject({
      lat: 90,
      lng: -180,
      startTime: "08:59",
      endTime: "23:00",
    });
  });
  it.each([
    [{ name: "" }, "Name is required"],
    [{ name: "A", serviceTime: "long" }, "Service time must be a number, not “long”"],
    [{ name: "A", lat: "north", lng: "9" }, "Latitude must be a number, not “north”"],
    [{ name: "A", startTime: "nine" }, "Window from must be a time like 08:30, not “nine”"],
    [{ name: "A", endTime: "25:00" }, "Window to must be a time like 08:30, not “25:00”"],
    [{ name: "A", startTime: "12:00", endTime: "08:00" }, "Start time must be less than end time"],
    [{ name: "x".repeat(256) }, "Name should be less then 255"],
  ])("refuse %o", (fields, message) => {
    expect(formFaults(AddVisit, { planId: 1, ...fields })[0]?.message).toBe(message);
  });
  // @spec PC-5.31 PC-5.32 PC-5.33
  it("bend what a calculation may take to whole numbers within its limits", () => {
    const ends = { startLocationType: "W", endLocationType: "N" };
    const bent = (solvingTime: string, exploration: string, squashDuration: string) =>
      planSettings({ ...ends, solvingTime, exploration, squashDuration });
    expect(bent("101", "6", "100")).toMatchObject({ solvingTime: 100, exploration: 5, squashDuration: 99.9 });
    expect(bent("-1", "-1", "-1")).toMatchObject({ solvingTime: 0, exploration: 0, squashDuration: 0 });
    const { solvingTime, exploration } = bent("7.6", "2.4", "1");
    expect([solvingTime, exploration].every(Number.isInteger)).toBe(true);
  });
  it("take an empty version for none, and nothing else for a number", () => {
    expect(fromForm(PlanEdit, { planId: 1, version: "" }).version).toBeUndefined();
    expect(fromForm(PlanEdit, { planId: 1, version: "12" }).version).toBe(12);
    expect(formFaults(PlanEdit, { planId: 1, version: "1 or 1" })).toHaveLength(1);
    expect(fromForm(MoveVisit, { visitId: "4", toRouteId: "", position: "" })).toEqual({ visitId: 4, toRouteId: null });
  });
  // @spec PC-5.19
  it("need a title, a warehouse and a day that exists", () => {
    const result = formFaults(CreatePlan, { title: "", warehouseId: "", serviceDate: "2026-02-31", vehicleIds: null });
    expect(result.map((issue) => issue.message)).toEqual([
      "Title is required",
      "Warehouse is required",
      "Date must be a day like 2026-03-31, not “2026-02-31”",
    ]);
  });
  // @spec PC-5.16 PC-5.44
  it("that are made are told what is required, and one that is renamed to enter a title", () => {
    const copy = { planId: 1, title: " ", serviceDate: "2026-03-31" };
    expect(formFaults(DuplicatePlan, copy).map((issue) => issue.message)).toEqual(["Title is required"]);
    expect(formFaults(RenamePlan, { planId: 1, title: " " }).map((issue) => issue.message)).toEqual([
      "Please enter a title",
    ]);
  });
  // @spec PC-2.07
  it.each(["0", "-1", "1.5", "abc", "1e3", undefined, "9".repeat(20)])(
    "take address id %s for nothing that exists",
    (text) => {
      expect(() => planIdOf({ planId: text })).toThrow("Plan not found");
    },
  );
});
