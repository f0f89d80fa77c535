import { describe, expect, it } from "vitest";
import { routeMenuItems } from "~/features/planning/plan-page/list/route-menu-items";
import { routeItem, visitItem } from "~/features/planning/plan-page/plan-view";
import type { Route } from "~/domain/route/route";
import { ROUTE_STATUSES } from "~/domain/route/route-status";
import type { Visit } from "~/domain/visit/visit";
import { dayClock } from "~/domain/time/service-clock";
import { makeCompany, makePlan, makeRoute, makeStops, makeVehicle } from "../domain/make";

const clock = dayClock("2026-06-01", "Europe/Vaduz");
const context = {
  plan: makePlan(),
  timeZone: "Europe/Vaduz",
  clock,
  company: makeCompany(),
  day: [],
  vehicles: new Map([[1, makeVehicle({ id: 1 })]]),
  drivers: new Map(),
};

/** What can be chosen, and why not. */
function menu(part: Partial<Route>, visits: readonly Visit[] = makeStops(3)) {
  const route = routeItem(makeRoute(part), 0, visits, context);
  const stops = visits.map((visit) => visitItem(visit, clock));
  const items = routeMenuItems({ route, visits: stops, values: { version: 1 }, href: (dialog) => `?dialog=${dialog}` });
  return new Map(items.map((item) => [item.id, item]));
}
const done = () => makeStops(3).map((visit) => (visit.type === "E" ? visit : { ...visit, status: 4 as const }));

describe("the menu of a route", () => {
  it("has the same actions whatever the route's status", () => {
    const all = ROUTE_STATUSES.flatMap((status) => [menu({ status }), menu({ status, isLocked: true })]);
    for (const one of all) expect([...one.keys()]).toEqual([...all[0]!.keys()]);
    for (const id of ["approve", "lock", "start", "finish", "reset", "change", "remove", "export-pdf", "export-xlsx"])
      expect(all[0]!.has(id), id).toBe(true);
  });
  it.each([
    ["finish", { status: 4 }, "You can not finish route while there are unserved visits"],
    ["finish", { status: 5 }, "The route is already completed."],
    ["start", { status: 4 }, "The route is already on route."],
    ["approve", { isLocked: true }, "The route is locked. Unlock it first."],
    ["remove", { isLocked: true }, "The route is locked. Unlock it first."],
  ] as const)("says why it doesn't %s now: %j", (id, part, why) => {
    expect(menu(part).get(id)?.disabledReason).toBe(why);
  });
  it("has its actions under headings, in the order of a day, and those that take something away last", () => {
    const groups = new Map<string, string[]>();
    let heading = "";
    for (const item of menu({}).values()) {
      heading = item.heading ?? heading;
      groups.set(heading, [...(groups.get(heading) ?? []), item.id]);
    }
    expect([...groups]).toEqual([
      ["", ["open", "track"]],
      ["Work", ["calculate", "approve", "lock", "start", "finish"]],
      ["Change", ["change", "settings"]],
      ["Share and export", ["copy-link", "export-pdf", "export-xlsx", "export-csv", "export-gpx"]],
      ["Reset and remove", ["reset", "empty", "remove-visits", "remove"]],
    ]);
  });
  it("finishes what is served", () => {
    expect(menu({ status: 4 }, done()).get("finish")?.disabledReason).toBeUndefined();
  });
  it("resets at once what has nothing from the road, and asks before it takes reports back", () => {
    const reset = (part: Partial<Route>, visits?: readonly Visit[]) => {
      const item = menu(part, visits).get("reset")!;
      return "intent" in item ? item.intent : "to" in item ? item.to : null;
    };
    expect([1, 2, 3].map((status) => reset({ status: status as 1 }))).toEqual(Array(3).fill("route.reset"));
    expect([reset({ status: 4 }), reset({ status: 5 }), reset({ status: 3 }, done())]).toEqual(
      Array(3).fill("?dialog=reset-route"),
    );
  });
});
