import { describe, expect, it } from "vitest";
import { RouteStatus } from "~/domain/route/route-status";
import { RecipientStage } from "~/domain/tracking/recipient-stage";
import type { LiveEta } from "~/domain/visit/eta-window";
import { VisitType } from "~/domain/visit/visit-type";
import { VisitStatus } from "~/domain/visit/visit-status";
import { routeView } from "~/features/recipients/route-view";
import type { RouteFacts } from "~/features/recipients/route-view";
import { whenView } from "~/features/recipients/visit-view";
import type { WhenFacts } from "~/features/recipients/visit-view";
import { makeVisit } from "../domain/make";

const DAY = "2026-11-23";
const NEXT = "2026-11-24";
const timeZone = "Europe/Vaduz";
/** By the clock in Vaduz, an hour ahead of UTC. */
const local = (date: string, time: string) => Date.parse(`${date}T${time}:00+01:00`) / 1000;

const eta = (date: string, from: string, to: string, more: Partial<LiveEta> = {}): LiveEta => ({
  etaSec: local(date, from),
  beginSec: local(date, from),
  fromSec: local(date, from),
  toSec: local(date, to),
  isPassed: false,
  basis: "plan",
  madeAt: "2026-11-23 12:00:00",
  stopsBefore: 0,
  ...more,
});
const visit: WhenFacts["visit"] = {
  type: VisitType.Delivery,
  startTime: "08:00",
  endTime: "20:00",
  completedAt: null,
  confirmationType: null,
  failReasonId: null,
};
const when = (facts: Partial<WhenFacts>) => {
  const { day, title } = whenView({
    ...{ stage: RecipientStage.Road, visit, eta: null, serviceDate: DAY, today: DAY, timeZone },
    ...facts,
  });
  return `${day}: ${title}`;
};

describe("the day that a recipient is told", () => {
  it.each([
    ["of the service date", DAY, DAY, eta(DAY, "14:10", "14:40"), "Today: Between 14:10 and 14:40"],
    ["after midnight, before it", DAY, DAY, eta(NEXT, "01:21", "02:21"), "Tomorrow: Between 01:21 and 02:21"],
    ["after midnight, behind it", DAY, NEXT, eta(NEXT, "01:21", "02:21"), "Today: Between 01:21 and 02:21"],
    ["around midnight", DAY, DAY, eta(DAY, "23:50", "23:59"), "Today: Between 23:50 and 23:59"],
    ["of a route of yesterday", DAY, NEXT, eta(NEXT, "16:41", "16:56"), "Today: Between 16:41 and 16:56"],
    ["that nobody knows the time of", DAY, NEXT, null, "Today: On the way today"],
  ])("on the road %s", (_what, serviceDate, today, at, words) => {
    expect(when({ serviceDate, today, eta: at })).toBe(words);
  });

  it("is that of the planned arrival once the route is settled", () => {
    const ready = { stage: RecipientStage.Ready, eta: eta(NEXT, "01:21", "02:21") };
    expect(when(ready)).toBe("Tomorrow: Planned between 01:21 and 02:21");
    expect(when({ ...ready, today: "2026-11-20" })).toBe("Tue 24 Nov: Planned between 01:21 and 02:21");
    expect(when({ ...ready, eta: null })).toMatch(/^Today: /);
    expect(when({ ...ready, today: NEXT, eta: eta(DAY, "23:10", "23:40", { isPassed: true }) })).toBe(
      "Today: Later than planned",
    );
  });

  it("is the service date before, and when nothing came of it", () => {
    expect(when({ stage: RecipientStage.Planned })).toMatch(/^Today: /);
    expect(when({ stage: RecipientStage.Over, today: NEXT })).toBe("Yesterday: Not delivered");
  });

  const stop = (id: number, status: VisitStatus) => makeVisit({ id, status, position: id });
  const never = { isRemoved: false, isDayOver: false, isLongOver: false, endsSec: null };
  const facts = { ...never, serviceDate: DAY, today: DAY, timeZone, visits: [] };
  const route = { status: RouteStatus.OnRoute, startTime: "2026-11-23 08:00:00", finishTime: null };
  const dayOf = (more: Partial<RouteFacts>) => routeView({ ...facts, route, etas: new Map(), ...more }).day;

  it("is that of the next stop on the page of a route that is on the road", () => {
    const visits = [stop(1, VisitStatus.Delivered), stop(2, VisitStatus.OnRoute), stop(3, VisitStatus.OnRoute)];
    const etas = new Map([
      [1, eta(DAY, "07:40", "07:50")],
      [2, eta(NEXT, "08:00", "08:10")],
      [3, eta("2026-11-25", "00:10", "00:40")],
    ]);
    expect(dayOf({ visits, etas })).toBe("Tomorrow");
    expect(dayOf({ visits, etas, serviceDate: NEXT })).toBe("Tomorrow");
    expect(dayOf({ visits, etas, today: NEXT })).toBe("Today");
  });

  it("is today there when nobody knows the time of the next stop, or none is left", () => {
    const late = { serviceDate: DAY, today: NEXT, isDayOver: true };
    expect(dayOf({ ...late, visits: [stop(1, VisitStatus.OnRoute)] })).toBe("Today");
    expect(dayOf(late)).toBe("Today");
    expect(dayOf({ ...late, route: { ...route, status: RouteStatus.Completed } })).toBe("Yesterday");
  });

  it("is today on the page of a route that has not started in time, until its day is over", () => {
    const etas = new Map([[1, eta(DAY, "23:10", "23:40", { isPassed: true })]]);
    const late = { route: { ...route, status: RouteStatus.Scheduled }, today: NEXT, etas };
    expect(dayOf(late)).toBe("Today");
    expect(dayOf({ ...late, isDayOver: true })).toBe("Yesterday");
    expect(dayOf({ ...late, etas: new Map() })).toBe("Yesterday");
  });
});

describe("a route that nobody has finished", () => {
  it("is told as later than planned, with the day that it was planned for, and no time", () => {
    const lost = { stage: RecipientStage.Lost, eta: eta(NEXT, "12:00", "12:10"), today: "2026-11-25" };
    expect(when(lost)).toBe("Mon 23 Nov: Later than planned");
  });

  it("names the day of what a time rests on, where that isn't today", () => {
    const basis = (madeAt: LiveEta["madeAt"], today: string) =>
      whenView({
        ...{ stage: RecipientStage.Road, visit, serviceDate: DAY, today, timeZone },
        eta: eta(today, "14:10", "14:40", { basis: "report", madeAt }),
      }).basis;
    expect(basis("2026-11-23 12:00:00", DAY)).toBe("Worked out from what the driver reported at 13:00.");
    expect(basis("2026-11-23 22:35:00", NEXT)).toBe("Worked out from what the driver reported yesterday at 23:35.");
    expect(basis("2026-11-21 22:35:00", NEXT)).toBe("Worked out from what the driver reported on Sat 21 Nov at 23:35.");
  });
});

describe("the page of a route", () => {
  const stop = (id: number, status: VisitStatus) => makeVisit({ id, status, position: id });
  const [done, failed, left] = [
    stop(1, VisitStatus.Delivered),
    stop(2, VisitStatus.Failed),
    stop(3, VisitStatus.OnRoute),
  ] as const;
  const page = (more: Partial<RouteFacts>, status: RouteFacts["route"]["status"] = RouteStatus.OnRoute) =>
    routeView({
      ...{ isRemoved: false, isDayOver: false, isLongOver: false, endsSec: null, etas: new Map<number, LiveEta>() },
      ...{ serviceDate: DAY, today: DAY, timeZone, visits: [done, failed] },
      // The plan's, which the road has overtaken.
      route: { status, startTime: "2026-11-23 08:00:00", finishTime: "2026-11-23 09:00:00" },
      ...more,
    });

  it("doesn't call a failed stop served", () => {
    expect(page({}).title).toBe("1 of 2 stops served, 1 failed");
    expect(page({ visits: [done] }).title).toBe("All 1 stop served");
    expect(page({}, RouteStatus.Completed).text).toBe("1 of 2 stops served, 1 failed.");
    expect(page({ visits: [done] }, RouteStatus.Completed).text).toBe("1 stop served.");
  });

  it("ends when the last stop does by what is known now, and names another day", () => {
    expect(page({ visits: [left], endsSec: local(DAY, "13:24") }).text).toBe("The day ends at about 13:24.");
    expect(page({ visits: [left], endsSec: local(NEXT, "01:18") }).text).toBe("The day ends tomorrow at about 01:18.");
    expect(page({ visits: [left] }).text).toBe("");
  });

  it("names the day of a stop that isn't the day above", () => {
    const etas = new Map([
      [3, eta(DAY, "23:40", "23:55")],
      [4, eta(NEXT, "00:22", "00:52")],
    ]);
    const times = (more: Partial<RouteFacts>) => page(more).stops.map(({ time }) => time);
    const visits = [left, stop(4, VisitStatus.OnRoute)];
    expect(times({ visits, etas })).toEqual(["23:40–23:55", "00:22–00:52 tomorrow"]);
    // Of a plan of later, all is on its own day.
    const later = page({ visits, etas, today: "2026-11-20" }, RouteStatus.Scheduled);
    expect(later.stops.map(({ time }) => time)).toEqual(["23:40–23:55", "00:22–00:52 on Tue 24 Nov"]);
  });

  it("tells no time once nobody can be on the way any more", () => {
    const etas = new Map([[3, eta("2026-11-25", "12:00", "12:10")]]);
    const lost = { isDayOver: true, isLongOver: true, today: "2026-11-25", visits: [left], etas, endsSec: 1 };
    expect(page(lost)).toMatchObject({ title: "Later than planned", isLive: false, day: "Mon 23 Nov" });
    expect(page(lost).stops).toMatchObject([{ time: "", isNext: false }]);
  });
});
