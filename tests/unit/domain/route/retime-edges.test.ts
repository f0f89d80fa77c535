import { describe, expect, it } from "vitest";
import { retimeRoute } from "~/domain/route/retime";
import type { RetimeInput } from "~/domain/route/stops-ahead";
import type { Visit } from "~/domain/visit/visit";
import { makeRoute, makeStops } from "../make";

const at = (time: string) => `2026-06-01 ${time}:00`;
/**
 * Start, two stops ten minutes apart with five minutes each, and an end ten minutes later; nothing has happened yet.
 */
const stops = (): Visit[] =>
  makeStops(2)
    .filter((visit) => visit.id !== 13)
    .map((visit) => ({
      ...visit,
      startTime: null,
      endTime: null,
      travelDuration: visit.type === "S" ? 0 : 600,
      serviceDuration: 300,
      arrivalTime: null,
    }));
const timed = (part: Partial<RetimeInput> = {}) => {
  const input: RetimeInput = {
    route: makeRoute({ status: 2, startTime: at("06:00") }),
    visits: stops(),
    legs: [],
    serviceDate: "2026-06-01",
    timeZone: "Europe/Vaduz",
    now: at("05:00"),
    squashDuration: 1,
    prices: null,
    ...part,
  };
  const changes = retimeRoute(input);
  return { route: changes.routes[0]!.set, of: (id: number) => changes.visits.find((patch) => patch.id === id)?.set };
};
const change = (id: number, set: Partial<Visit>, visits = stops()) =>
  visits.map((visit) => (visit.id === id ? { ...visit, ...set } : visit));

describe("new times, at their edges", () => {
  it("begin at the start, which arrives nowhere else, and leave the end at its place", () => {
    const { of, route } = timed();
    expect([10, 11, 12, 14].map((id) => of(id)?.arrivalTime)).toEqual([
      at("06:00"),
      at("06:10"),
      at("06:25"),
      at("06:40"),
    ]);
    expect([10, 11, 12, 14].map((id) => of(id)?.position)).toEqual([undefined, undefined, undefined, undefined]);
    expect(route).toEqual({
      finishTime: at("06:40"),
      distance: 0,
      duration: 1800,
      cost: 1800,
      serviceDuration: 600,
      waitingDuration: 0,
    });
  });
  it("number the stops anew, from one", () => {
    const { of } = timed({ visits: change(11, { position: 7 }, change(12, { position: 9 })) });
    expect([of(11)?.position, of(12)?.position]).toEqual([1, 2]);
  });
  it("plan a route that was empty, and note a departure that is another one", () => {
    expect(timed({ route: makeRoute({ status: 1, startTime: at("06:00") }) }).route).toMatchObject({ status: 2 });
    expect(timed().route).not.toHaveProperty("status");
    expect(timed().route).not.toHaveProperty("startTime");
    expect(timed({ earliest: at("05:30") }).route.startTime).toBe(at("05:30"));
    const begun = change(10, { status: 4, completedAt: at("06:05") });
    expect(timed({ visits: begun, earliest: at("05:30") }).route).not.toHaveProperty("startTime");
  });
  it("are late from the second after the window on, and not where it has no end", () => {
    const late = (endTime: string | null) =>
      timed({
        visits: change(11, {
          endTime,
          violations: [
            { code: "delay", amount: 1, message: "" },
            { code: "skills", amount: null, message: "x" },
          ],
        }),
      }).of(11)?.violations;
    const others = { code: "skills", amount: null, message: "x" };
    expect([late(null), late("08:10"), late("08:09")]).toEqual([
      [others],
      [others],
      [others, { code: "delay", amount: 60, message: "Late by 1 min" }],
    ]);
  });
  it("end with the last report where nothing is left to reach", () => {
    const done = (times: (string | null)[]) =>
      stops().map((visit, index) => ({ ...visit, status: 4 as const, completedAt: times[index] ?? null }));
    const route = makeRoute({ status: 4, startTime: at("06:00"), finishTime: at("09:00") });
    expect(timed({ route, visits: done([at("06:00"), at("06:30"), null, at("06:20")]) }).route.finishTime).toBe(
      at("06:30"),
    );
    expect(timed({ route, visits: done([null, null, null, null]) }).route.finishTime).toBe(at("09:00"));
    const startLeft = done([null, at("06:30"), at("06:20"), at("06:25")]).map((visit) =>
      visit.type === "S" ? { ...visit, status: 2 as const } : visit,
    );
    expect(timed({ route, visits: startLeft }).route.finishTime).toBe(at("06:30"));
  });
  it("count no time on site at start and end", () => {
    expect(
      timed({
        visits: change(
          14,
          { serviceTime: 50, serviceDuration: 3000 },
          change(10, { serviceTime: 50, serviceDuration: 3000 }),
        ),
      }).route.serviceDuration,
    ).toBe(600);
  });
  it("name nothing that stays as it is", () => {
    const { of } = timed();
    const settled = stops().map((visit) => ({ ...visit, ...of(visit.id) }));
    expect([10, 11, 12, 14].map((id) => timed({ visits: settled }).of(id))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
