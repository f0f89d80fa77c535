import { describe, expect, it } from "vitest";
import type { Visit } from "~/domain/visit/visit";
import { makeRoute, makeVisit } from "../domain/make";
import { applied, at, change, road, rulesWith } from "./retimed-road";

describe("the break of a route", () => {
  const planned = makeRoute({ status: 2, startTime: at("08:00") });
  const openRoad = () => change(road(), 10, { status: 2, completedAt: null, arrivalTime: at("08:00") });
  const lunch = ["10:20", "10:50", 15] as [string, string, number];
  const stored = (part: Partial<Visit> = {}) =>
    makeVisit({
      id: 15,
      type: "B",
      status: 2,
      position: 2.5,
      startTime: "10:00",
      endTime: "11:00",
      serviceTime: 30,
      serviceDuration: 1800,
      lat: null,
      lng: null,
      ...part,
    });
  const ahead = { route: planned, earliest: at("08:00"), visits: openRoad() };

  it("is made where it is due, with the rest of the route later", () => {
    const { changes, of } = applied({ ...ahead, rules: rulesWith(lunch) });
    const [made, ...others] = changes.createVisits;
    expect(others).toEqual([]);
    expect(made).toMatchObject({
      type: "B",
      routeId: 1,
      name: "launch",
      status: 2,
      startTime: "10:20",
      endTime: "10:50",
      serviceTime: 15,
      serviceDuration: 900,
    });
    expect(made!.arrivalTime! >= at("08:15") && made!.arrivalTime! <= at("08:50"), made!.arrivalTime!).toBe(true);
    expect(of(14).arrivalTime).toBe(at("09:15"));
    expect(changes.routes[0]!.set).toMatchObject({ finishTime: at("09:15"), serviceDuration: 1800, violations: [] });
    const positions = [...[11, 12, 13].map((id) => of(id).position), made!.position].sort((a, b) => a - b);
    expect(positions).toEqual([1, 2, 3, 4]);
  });
  it("stands between the stops where its hours want it", () => {
    const { changes, of } = applied({ ...ahead, rules: rulesWith(["10:10", "10:16", 15]) });
    expect([of(11).position, changes.createVisits[0]!.position, of(12).position, of(13).position]).toEqual([
      1, 2, 3, 4,
    ]);
    expect(changes.createVisits[0]!.arrivalTime).toBe(at("08:15"));
  });
  it("on the road counts from when the vehicle left", () => {
    const left = change(road(), 10, { completedAt: at("06:00") });
    const onRoad = { route: makeRoute({ status: 4, startTime: at("06:00") }), visits: left };
    expect(applied({ ...onRoad, rules: rulesWith(["10:20", "12:00", 15], 9000) }).changes.createVisits).toHaveLength(1);
    expect(applied({ ...onRoad, rules: rulesWith(["10:20", "12:00", 15], 10_801) }).changes.createVisits).toEqual([]);
  });
  it("is placed by the departure that an approved route keeps, or by the earliest one where it leaves anew", () => {
    const approved = {
      ...ahead,
      route: makeRoute({ status: 3, startTime: at("08:00") }),
      earliest: at("06:00"),
      rules: rulesWith(["10:10", "10:16", 15]),
    };
    expect(applied(approved).changes.createVisits[0]).toMatchObject({ position: 2 });
    // Leaving at 06:00 it is over before the break may begin.
    expect(applied({ ...approved, newDeparture: true }).changes.createVisits).toEqual([]);
  });
  it("isn't brought about by leaving early for the reserve of a window", () => {
    // The second stop but one closes at 10:40 in Vaduz, the last one opens at twelve.
    const windows = change(change(openRoad(), 11, { endTime: "10:40" }), 13, { startTime: "12:00" });
    const leaves = (afterSec: number) => {
      const { changes, route } = applied({
        ...ahead,
        visits: windows,
        rules: rulesWith(["12:00", "13:00", 15], afterSec),
      });
      return [route.startTime, changes.createVisits.length];
    };
    expect(leaves(7201)).toEqual([at("08:20"), 0]);
    expect(leaves(7000)).toEqual([at("08:30"), 0]);
    // Where it is due in any case, the reserve is kept.
    expect(leaves(6000)).toEqual([at("08:20"), 1]);
    // So it is where an approved route leaves earlier because it would be late.
    const late = { ...ahead, visits: windows, route: makeRoute({ status: 3, startTime: at("08:31") }) };
    const approved = applied({ ...late, rules: rulesWith(["12:00", "13:00", 15], 7000) });
    expect([approved.route.startTime, approved.changes.createVisits.length]).toEqual([at("08:30"), 0]);
  });
  it("is not made where nobody is visited, and goes with the last visit", () => {
    const marks = openRoad().filter((visit) => visit.type === "S" || visit.type === "E");
    const rules = rulesWith(["10:02", "10:10", 15]);
    expect(applied({ ...ahead, rules }).changes.createVisits).toHaveLength(1);
    expect(applied({ ...ahead, visits: marks, rules }).changes).toMatchObject({ createVisits: [], removeVisitIds: [] });
    expect(applied({ ...ahead, visits: [...marks, stored()], rules }).changes).toMatchObject({
      createVisits: [],
      removeVisitIds: [15],
    });
  });
  it("is reused where it stands; a second one goes", () => {
    const { changes, of } = applied({
      ...ahead,
      visits: [...openRoad(), stored(), stored({ id: 16, position: 2.7 })],
      rules: rulesWith(lunch),
    });
    expect(changes).toMatchObject({ createVisits: [], removeVisitIds: [16] });
    expect(of(15)).toMatchObject({ position: 3, startTime: "10:20", serviceTime: 15, arrivalTime: at("08:30") });
  });
  it.each([
    ["it is switched off", rulesWith(null)],
    ["the route is over before its hours are", rulesWith(["10:20", "12:00", 15])],
    ["the route begins after it", rulesWith(["07:00", "08:00", 15])],
  ])("goes when %s", (_why, rules) => {
    const { changes, of } = applied({ ...ahead, visits: [...openRoad(), stored()], rules });
    expect(changes).toMatchObject({ createVisits: [], removeVisitIds: [15] });
    expect(of(14).arrivalTime).toBe(at("09:00"));
    expect(changes.routes[0]!.set.violations).toEqual([]);
  });
  it("is due on a route that is longer than the company says, whatever its hours", () => {
    const hours = ["10:20", "12:00", 15] as [string, string, number];
    expect(applied({ ...ahead, rules: rulesWith(hours, 3000) }).changes.createVisits).toHaveLength(1);
    expect(applied({ ...ahead, rules: rulesWith(hours, 3601) }).changes.createVisits).toHaveLength(0);
  });
  it("is not made again once it was taken, and stays as it is without rules", () => {
    const taken = stored({ status: 4, position: 0.5, completedAt: at("08:10") });
    expect(applied({ ...ahead, visits: [...openRoad(), taken], rules: rulesWith(lunch) }).changes).toMatchObject({
      createVisits: [],
      removeVisitIds: [],
    });
    expect(applied({ ...ahead, visits: [...openRoad(), stored()] }).changes.removeVisitIds).toEqual([]);
  });
});
