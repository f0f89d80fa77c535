import { describe, expect, it } from "vitest";
import {
  changeName,
  changesPlanBase,
  changeWords,
  FOLLOWING_KINDS,
  isReport,
  isUndoOrRedo,
  neverUndone,
  whyNotUndo,
} from "~/domain/plan/change-kinds";

const REPORTS = ["visit.done", "visit.failed", "visit.on_route", "route.start", "route.finish"];
const OF_STOPS = [
  "plan.rename",
  "plan.complete",
  "plan.dispatch",
  "plan.import",
  "route.lock",
  "route.approve",
  "visits.remove",
  "visits.move",
  "visits.window",
  "visits.places",
  "visit.add",
  "visit.update",
  "visit.move",
  "visit.remove",
];

describe("kinds of changes", () => {
  it.each(REPORTS)("%s is a report from the road", (kind) => {
    expect(isReport(kind)).toBe(true);
  });
  it.each(OF_STOPS)("%s leaves what the whole plan rests on", (kind) => {
    expect(changesPlanBase(kind)).toBe(false);
  });
  it.each(["plan.settings", "route.settings", "vehicle.update", "calculation.apply"])(
    "%s changes what the whole plan rests on, and is no report",
    (kind) => {
      expect([changesPlanBase(kind), isReport(kind), isUndoOrRedo(kind)]).toEqual([true, false, false]);
    },
  );
  it("knows undo and redo, and what follows a change elsewhere", () => {
    expect(["plan.undo", "plan.redo"].map(isUndoOrRedo)).toEqual([true, true]);
    expect(FOLLOWING_KINDS).toEqual([
      "vehicle.update",
      "vehicles.update",
      "warehouse.update",
      "legs.measure",
      "routes.retime",
    ]);
  });
});

describe("words", () => {
  it("name a change as a thing, and one that nobody knows in general", () => {
    expect([changeName("visit.move"), changeName("calculation.apply"), changeName("new.kind")]).toEqual([
      "the move of the visit",
      "the calculation",
      "a change of the plan",
    ]);
  });
  it("say what was done, with the visit's name in its place", () => {
    expect(changeWords("visit.move", { visit: "Bakery" })).toBe("moved the visit “Bakery”");
    expect(changeWords("visit.move")).toBe("moved the visit");
    expect(changeWords("visit.done", { visit: "Bakery" })).toBe("marked the visit “Bakery” as done");
    expect(changeWords("visit.done", { visit: "Lamp $& Co" })).toBe("marked the visit “Lamp $& Co” as done");
    expect(changeWords("visit.failed")).toBe("marked the visit as failed");
    expect(changeWords("new.kind")).toBe("changed the plan");
    expect([1, 2].map((routes) => changeWords("route.approve", { routes }))).toEqual([
      "approved the route",
      "approved the routes",
    ]);
    expect(changeWords("route.start", { routes: 2 })).toBe("started the routes");
    expect(changeName("route.start", 2)).toBe("the start of the routes");
    expect(changeName("route.start")).toBe("the start of the route");
    expect(changeWords("route.finish", { routes: 2 })).toBe("finished the route");
  });
});

describe("why a change can't be undone", () => {
  it.each([
    ["vehicle.update", "The change of a vehicle can't be undone here. Set the old value in the vehicle itself."],
    ["vehicles.update", "The change of vehicles can't be undone here. Set the old values in the vehicles themselves."],
    ["warehouse.update", "The change of a warehouse can't be undone here. Set the old place in the warehouse itself."],
    ["plan.undo", "An undo can't be undone here. Redo your last one with Ctrl+Shift+Z."],
    ["plan.redo", "A redo can't be undone here. Undo the change itself."],
    ["visit.move", null],
  ])("%s, whoever asks: %s", (kind, why) => {
    expect(neverUndone(kind)).toBe(why);
    expect(whyNotUndo({ kind, undone: false }, false)).toBe(why);
  });
  it("it is undone already, but for undo and redo, which are marked so from the start", () => {
    expect(whyNotUndo({ kind: "visit.move", undone: true }, true)).toBe("This change is already undone.");
    expect(whyNotUndo({ kind: "plan.undo", undone: true }, true)).toBe(
      "An undo can't be undone here. Redo your last one with Ctrl+Shift+Z.",
    );
  });
  it("it is somebody else's report", () => {
    const report = { kind: "visit.done", undone: false };
    expect(whyNotUndo(report, false)).toBe(
      "A report from the road is taken back on the route: set the visit on route again.",
    );
    expect(whyNotUndo(report, true)).toBeNull();
  });
});
