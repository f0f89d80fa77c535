import { describe, expect, it } from "vitest";
import { routeNews, toldRoute } from "~/domain/route/route-news";
import type { ToldRoute } from "~/domain/route/route-news";
import type { RouteStatus } from "~/domain/route/route-status";
import type { Visit } from "~/domain/visit/visit";
import { makeVisit } from "./make";

const plan = { title: "Monday north", serviceDate: "2026-11-23" };
const day = (date: string) => `on ${date}`;

/** Stops 1, 2 and 3 in this order, with the values by which a test differs. */
function told(
  more: Readonly<Record<number, Partial<Visit>>> = {},
  { order = [1, 2, 3], status = 3 as RouteStatus, serviceDate = plan.serviceDate } = {},
): ToldRoute {
  const visits = order.map((id, index) => makeVisit({ id, position: index + 1, status: 3, ...more[id] }));
  const ends = [
    makeVisit({ id: 90, type: "S", status: 3, position: 0 }),
    makeVisit({ id: 91, type: "E", position: 99 }),
  ];
  return toldRoute({
    status,
    plan: { ...plan, serviceDate },
    visits: [...ends, ...visits],
    mark: (content) => content,
  });
}

const bodyOf = (before: ToldRoute, after: ToldRoute): string | null => routeNews(before, after, day)?.body ?? null;

describe("what a phone is told of a route", () => {
  it("is that it is new", () => {
    expect(routeNews(null, told(), day)).toEqual({
      title: "You have a new route",
      body: "on 2026-11-23 · Monday north · 3 stops",
    });
  });

  it("is that it was taken back, and the phone forgets it", () => {
    expect(routeNews(told(), null, day)).toEqual({
      title: "A route was taken back",
      body: "on 2026-11-23 · Monday north",
      isOver: true,
    });
  });

  it.each<[string, ToldRoute, string | null]>([
    ["nothing", told(), null],
    ["a stop more", told({}, { order: [1, 2, 3, 4] }), "1 stop added"],
    ["two stops fewer", told({}, { order: [1] }), "2 stops removed"],
    ["another note", told({ 2: { deliveryNote: "Ring twice" } }), "1 stop changed"],
    ["another window", told({ 1: { startTime: "09:00" }, 3: { endTime: "10:00" } }), "2 stops changed"],
    ["another order", told({}, { order: [2, 1, 3] }), "new order"],
    ["another day", told({}, { serviceDate: "2026-11-24" }), "it is on on 2026-11-24 now"],
    [
      "all at once",
      told({ 2: { address: "Elsewhere" } }, { order: [3, 2, 4] }),
      "1 stop added, 1 stop removed, 1 stop changed, new order",
    ],
    ["new times", told({ 2: { arrivalTime: "2026-11-23 09:00:00", waitingTime: 60 } }), null],
    ["the driver's report", told({ 1: { status: 4, completedAt: "2026-11-23 09:00:00" } }), null],
    ["a report out of turn", told({ 3: { status: 4, position: 0.5, completedAt: "2026-11-23 09:00:00" } }), null],
    ["a failed stop with another note", told({ 1: { status: 5, deliveryNote: "Late" } }), null],
    ["a start", told({}, { status: 4 as RouteStatus }), null],
    ["the end of the day", told({}, { status: 5 as RouteStatus, order: [1] }), null],
  ])("about %s", (_what, after, words) => {
    const body = bodyOf(told(), after);
    if (words === null) expect(body).toBeNull();
    else expect(body).toMatch(new RegExp(`: ${words}$`));
  });

  it("is nothing about routes that are over, and nothing that nobody knew of", () => {
    const over = told({}, { status: 5 as RouteStatus });
    expect([routeNews(null, over, day), routeNews(over, null, day), routeNews(null, null, day)]).toEqual([
      null,
      null,
      null,
    ]);
  });

  it("is no new order when a stop is on route again, and a removed one that was served is none", () => {
    const served = told({ 1: { status: 4 } });
    expect(bodyOf(served, told())).toBeNull();
    expect(bodyOf(served, told({}, { order: [2, 3] }))).toBeNull();
  });
});
