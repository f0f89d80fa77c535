import { describe, expect, it } from "vitest";
import { driverRouteView } from "~/features/driver/route-view";
import type { RouteState } from "~/features/driver/route-state.server";
import type { Visit } from "~/domain/visit/visit";
import { makeCompany, makePlan, makeRoute, makeVisit } from "../domain/make";

const NOW = "2026-06-01 06:00:00";
let counter = 0;
const newId = () => `id-${(counter += 1)}`;

const view = (visits: Visit[], part: Partial<RouteState> = {}) =>
  driverRouteView(
    {
      route: makeRoute({ status: 4 }),
      plan: makePlan({ title: "Tour", serviceDate: "2026-06-01" }),
      visits,
      company: makeCompany({ failReasonsSettings: [2, 99] }),
      vehicle: null,
      warehouse: "Depot",
      timeZone: "Europe/Vaduz",
      ...part,
    },
    NOW,
    newId,
  );
const stop = (part: Partial<Visit>) => view([makeVisit(part)]).stops[0]!;

describe("a stop", () => {
  it("shows its times on the warehouse's clock", () => {
    expect(stop({ arrivalTime: "2026-06-01 06:24:00", startTime: "08:00", endTime: "12:00" })).toMatchObject({
      eta: "08:24",
      window: "08:00–12:00",
    });
  });
  it("marks a time of the next day", () => {
    expect(stop({ arrivalTime: "2026-06-01 22:24:00", waitingTime: 1800 })).toMatchObject({
      eta: "00:24 +1",
      begin: "00:54 +1",
    });
  });
  it("says when the service begins where the vehicle waits for it, and when a break does", () => {
    expect(stop({ arrivalTime: "2026-06-01 06:49:00", waitingTime: 41 * 60 })).toMatchObject({
      eta: "08:49",
      begin: "09:30",
    });
    expect(stop({ arrivalTime: "2026-06-01 06:49:00", waitingTime: 0 })).toMatchObject({ eta: "08:49", begin: "" });
    expect(stop({ type: "B", arrivalTime: "2026-06-01 06:14:00", waitingTime: 226 * 60 })).toMatchObject({
      eta: "12:00",
      begin: "",
    });
  });
  it.each([
    [null, null, "any time"],
    ["", "", "any time"],
    ["08:00", null, "from 08:00"],
    [null, "12:00", "until 12:00"],
  ])("window %s to %s", (startTime, endTime, window) => {
    expect(stop({ startTime, endTime }).window).toBe(window);
  });
  it("has a time that the clock has overtaken, on the road alone", () => {
    const passed: Partial<Visit> = { arrivalTime: "2026-06-01 05:59:00" };
    expect(stop(passed).isOvertaken).toBe(true);
    expect(stop({ arrivalTime: NOW }).isOvertaken).toBe(false);
    expect(stop({ ...passed, status: 4 }).isOvertaken).toBe(false);
    expect(view([makeVisit(passed)], { route: makeRoute({ status: 3 }) }).stops[0]!.isOvertaken).toBe(false);
  });
  it("has its order number", () => {
    expect([stop({ externalId: " A-17 " }).code, stop({ externalId: null }).code]).toEqual(["A-17", ""]);
  });
  it("says how late it will be", () => {
    expect(stop({ violations: [{ code: "delay", amount: 779, message: "" }] }).late).toBe("+12 min");
    expect(stop({ status: 4, violations: [{ code: "delay", amount: 725, message: "" }] }).late).toBe("");
    expect(stop({ violations: [{ code: "delay", amount: 59, message: "" }] }).late).toBe("");
    expect(stop({ violations: [{ code: "delay", amount: 60, message: "" }] }).late).toBe("+1 min");
  });
  it("leads to its place by coordinates, else by address", () => {
    expect(stop({ lat: 47.1, lng: 9.5, name: "Bäckerei" }).navigation).toEqual([
      {
        label: "Google Maps",
        href: "https://www.google.com/maps/dir/?api=1&travelmode=driving&destination=47.1%2C9.5",
      },
      { label: "Waze", href: "https://waze.com/ul?ll=47.1%2C9.5&navigate=yes" },
      { label: "Apple Maps", href: "https://maps.apple.com/?daddr=47.1%2C9.5&dirflg=d" },
      { label: "Another app", href: "geo:47.1,9.5?q=47.1,9.5(B%C3%A4ckerei)" },
    ]);
    expect(stop({ lat: null, lng: null, address: "Main street 1" }).navigation.map(({ href }) => href)).toEqual([
      "https://www.google.com/maps/dir/?api=1&travelmode=driving&destination=Main%20street%201",
      "https://waze.com/ul?q=Main%20street%201&navigate=yes",
      "https://maps.apple.com/?daddr=Main%20street%201&dirflg=d",
      "geo:0,0?q=Main%20street%201",
    ]);
    expect(stop({ lat: null, lng: null, address: "" })).toMatchObject({ navigation: [], address: "Bakery" });
    expect(stop({ type: "B", lat: 47.1, lng: 9.5 }).navigation).toEqual([]);
  });
  it("past: when, and how it was handed over, or why it failed", () => {
    expect(stop({ status: 5, failReasonId: 2, completedAt: "2026-06-01 06:30:00" })).toMatchObject({
      state: "failed",
      past: "08:30 · No answer to the call",
    });
    const done = { status: 4, completedAt: "2026-06-01 06:30:00" } as const;
    expect(stop(done)).toMatchObject({ state: "done", past: "08:30" });
    expect(stop({ ...done, confirmationType: "to_door", failReasonId: 2 }).past).toBe("08:30 · To door");
  });
});

describe("the route", () => {
  const road = [
    makeVisit({ id: 1, status: 4, position: 1, completedAt: "2026-06-01 06:00:00" }),
    makeVisit({ id: 2, type: "B", status: 3, position: 2, name: "launch" }),
    makeVisit({ id: 3, status: 3, position: 3, labelPosition: 2 }),
    makeVisit({ id: 4, status: 1, position: 1000 }),
  ];
  it("numbers its stops as all views do, a break without a number, left-out visits not at all", () => {
    const { stops, nextId, served, total } = view(road);
    expect(stops.map(({ id, number, name }) => [id, number, name])).toEqual([
      [1, 1, "Bakery"],
      [2, 0, "Break"],
      [3, 2, "Bakery"],
    ]);
    expect([nextId, served, total]).toEqual([2, 1, 2]);
  });
  it.each([
    [3, "ready"],
    [4, "road"],
    [5, "completed"],
  ] as const)("status %i is %s", (status, stage) => {
    expect(view(road, { route: makeRoute({ status }) }).stage).toBe(stage);
  });
  it("took, once it is completed, the time from its start to its end", () => {
    const route = makeRoute({
      status: 5,
      startTime: "2026-06-01 06:00:00",
      finishTime: "2026-06-01 07:30:00",
      distance: 4200,
      duration: 600,
      waitingDuration: 90_000,
    });
    expect(view(road, { route }).summary).toBe("2 stops · 4.2 km · 1 h 30 min");
  });
  it("has an id of its own for every form, and only the company's known reasons", () => {
    const { stops, commandIds, last, reasons } = view(road);
    const ids = [
      ...stops.flatMap((one) => Object.values(one.commandIds)),
      ...Object.values(commandIds),
      last!.commandId,
    ];
    expect(new Set(ids).size).toBe(ids.length);
    expect(reasons.map((reason) => reason.id)).toEqual([2]);
  });
});

describe("the load list", () => {
  const visits = [
    makeVisit({ id: 1, position: 1, name: "First", packageLoad: 10, packageCapacity: 0.5, externalId: " A-1 " }),
    makeVisit({ id: 2, position: 2, labelPosition: 2, type: "P", name: "Pickup", packageLoad: 99, packageCapacity: 9 }),
    makeVisit({
      id: 3,
      position: 3,
      labelPosition: 3,
      name: "Last",
      packageLoad: 2.5,
      packageCapacity: 0,
      deliveryNote: " Ice ",
    }),
  ];
  it("has what is delivered, the last stop first, under the numbers of the stops", () => {
    expect(view(visits).load.lines).toEqual([
      { id: 3, number: 3, name: "Last", code: "", load: "2.5 kg", note: "Ice" },
      { id: 1, number: 1, name: "First", code: "A-1", load: "10 kg · 0.5 m³", note: "" },
    ]);
  });
  it("sums up what is delivered alone", () => {
    expect(view(visits).load.total).toBe("12.5 kg · 0.5 m³");
    expect(view([visits[1]!]).load).toEqual({ total: "", lines: [] });
  });
});
