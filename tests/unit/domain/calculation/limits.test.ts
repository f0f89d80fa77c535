import { describe, expect, it } from "vitest";
import { memoryNeeded, refuseTooLarge, sizeOf, threadsThatFit } from "~/domain/calculation/memory";
import type { CalculationSize } from "~/domain/calculation/memory";
import { closedSentence, planScope } from "~/domain/calculation/scope";
import { makeRoute, makeVisit } from "../make";

const home = { lat: 47.14, lng: 9.52 };
const van = { profile: "car", speed_factor: 1, start_location: home, end_location: home } as const;
const size = (part: Partial<CalculationSize> = {}): CalculationSize => ({
  visits: 20_000,
  places: 20_000,
  vehicles: [van],
  threads: 1,
  isNear: false,
  ...part,
});
/** bytes of one table of 20,000 places; with open ends it has a row and a column more */
const TABLE = 4 * 20_000 ** 2;
const WIDER = 4 * 20_001 ** 2;

describe("the memory of a calculation", () => {
  /** without the tables that every thread has by columns, one of times and one of costs */
  const base = memoryNeeded(size()) - 2 * TABLE - 2 * WIDER;

  it("has a table of times and one of distances for each profile, and by columns times and costs", () => {
    expect(base).toBe(150_000_000 + 20_000 * 12_000 + 30_000);
    expect(memoryNeeded(size({ vehicles: [van, { ...van, profile: "truck" }] })) - base).toBe(
      4 * TABLE + 4 * WIDER + 30_000,
    );
  });

  it("has more for open ends, speeds and prices, and for every thread", () => {
    const open = { ...van, end_location: undefined };
    expect(memoryNeeded(size({ vehicles: [open] })) - base).toBe(2 * TABLE + 4 * WIDER);
    expect(memoryNeeded(size({ vehicles: [{ ...van, speed_factor: 0.9 }] })) - base).toBe(2 * TABLE + 4 * WIDER);
    expect(memoryNeeded(size({ vehicles: [van, { ...open, speed_factor: 1.1 }] })) - base).toBe(
      2 * TABLE + 10 * WIDER + 30_000,
    );
    const prices = { fixed: 10, per_hour: 20, per_km: 0.3 };
    expect(
      memoryNeeded(
        size({
          vehicles: [
            { ...van, prices },
            { ...van, prices: { ...prices, per_km: 0.4 } },
          ],
        }),
      ) - base,
    ).toBe(2 * TABLE + 5 * WIDER + 30_000);
    const further = 2 * (25_000_000 + 2_000 * 12_000);
    expect(memoryNeeded(size({ vehicles: [open], threads: 3 })) - base).toBe(2 * TABLE + 12 * WIDER + further);
  });

  it("decides how many threads search, and that of one never fails for want of a second", () => {
    const needed = (threads: number) => memoryNeeded(size({ threads }));
    const fit = (bytes: number) => threadsThatFit(size(), 4, bytes);
    expect([needed(1) - 1, needed(1), needed(3) - 1, needed(3), needed(9)].map(fit)).toEqual([1, 1, 2, 3, 4]);
  });

  it("has the tables of used places once more for each thread where these lie in near order", () => {
    const tables = (visits: number, threads: number) => {
      const [all, one] = [1_000, 1].map((places) => memoryNeeded(size({ visits, places, threads })));
      return Math.round((all! - one!) / (2 * 4 * 1_000 ** 2));
    };
    // The given ones, and for each thread those by columns.
    expect([tables(199, 1), tables(2_001, 3)]).toEqual([2, 4]);
    expect([tables(2_000, 1), tables(2_000, 3)]).toEqual([3, 7]);
    const [some, few] = [600, 200].map((visits) => memoryNeeded(size({ visits, places: 1_000 })) - visits * 12_000);
    expect(some! - few!).toBe(2 * 4 * (602 ** 2 - 202 ** 2));
  });

  it("has no square table from 2,000 places on", () => {
    const near = { isNear: undefined, visits: 10_000 };
    expect(memoryNeeded(size({ ...near, places: 10_000 }))).toBe(
      150_000_000 + 10_000 * 12_000 + 30_000 + 10_000 * 4_000,
    );
    const lorry = { ...van, profile: "truck", speed_factor: 0.9 };
    expect(memoryNeeded(size({ ...near, places: 10_000, vehicles: [lorry, van] }))).toBe(
      150_000_000 + 10_000 * 12_000 + 2 * 30_000 + 2 * 10_000 * 4_000,
    );
    expect(memoryNeeded(size({ ...near, places: 1_999 }))).toBe(
      150_000_000 + 10_000 * 12_000 + 30_000 + 2 * 4 * (1_999 ** 2 + 2_000 ** 2),
    );
  });

  it("has square tables of the search where many places have fewer visits", () => {
    const near = size({ isNear: undefined, visits: 1_990, places: 2_040, vehicles: Array<typeof van>(30).fill(van) });
    const few = memoryNeeded(near);
    const many = memoryNeeded({ ...near, visits: 2_000 });
    // Twice two copies and two by columns, for each thread.
    expect(few - many).toBe(4 * (4 * 2_040 ** 2 + 2 * 2_041 ** 2) - 10 * 12_000);
  });

  it("is counted from different places, and refused above what is allowed, with the numbers", () => {
    const visit = { type: "D", name: "", duration: 0, capacity: 0, load: 0, route_id: null } as const;
    const fleet = {
      1: {
        ...van,
        vehicle_id: 1,
        title: "",
        shift_start: 0,
        width: null,
        height: null,
        weight: null,
        breaks: [],
        strict_start: false,
      },
    };
    const visits = {
      1: { ...visit, lat: 47.1, lng: 9.5 },
      2: { ...visit, lat: 47.1, lng: 9.5 },
      3: { ...visit, lat: 47.2, lng: 9.5 },
    };
    expect(sizeOf({ fleet, visits })).toMatchObject({ visits: 3, places: 3, threads: 1 });
    const high = { ...fleet[1], vehicle_id: 2, height: 3.2 };
    const { vehicles } = sizeOf({ fleet: { ...fleet, 2: high }, visits });
    expect(new Set(vehicles.map(({ profile }) => profile)).size).toBe(2);
    expect(refuseTooLarge(size(), memoryNeeded(size()))).toBeNull();
    expect(refuseTooLarge(size(), 1_500_000_000)).toMatchObject({
      error: {
        code: "calculation.too_large",
        status: 422,
        message:
          "This calculation needs about 6.8 GB of memory, 1.5 GB are allowed: " +
          "20,000 visits at 20,000 places with 1 vehicle. " +
          "Spread the visits over several plans, or calculate routes one by one. " +
          "Whoever runs the server can allow more with CALCULATION_MEMORY_MB.",
      },
    });
  });
});

describe("a plan of which nothing may be calculated", () => {
  const why = (routes: ReturnType<typeof makeRoute>[], visits: ReturnType<typeof makeVisit>[]) =>
    closedSentence(routes, visits, planScope(routes, visits));
  const on = (routeId: number | null, id: number, status: 1 | 2 | 4 = 2) => makeVisit({ id, routeId, status });
  const rest = "unlock the routes that are to be calculated, or add a route and visits for it.";

  it("names how many visits stand on how many routes that are closed", () => {
    const locked = [1, 2, 3].map((id) => makeRoute({ id, isLocked: true, status: 3 }));
    const completed = makeRoute({ id: 4, status: 5 });
    expect(why([...locked, completed], [on(1, 1), on(2, 2), on(4, 3)])).toBe(
      `All 3 visits stand on routes that are locked or completed. 3 of 4 routes are locked, 1 is completed: ${rest}`,
    );
    expect(why([completed], [on(4, 3)])).toBe(
      `The only visit stands on a route that is locked or completed. 1 of 1 route is completed: ${rest}`,
    );
    expect(why([locked[0]!, makeRoute({ id: 9 })], [on(1, 1), on(9, 2, 4)])).toBe(
      "1 of 2 visits stand on a route that is locked or completed, the others are done. " +
        `1 of 2 routes is locked: ${rest}`,
    );
    // Visits wait, and every route is closed.
    expect(why(locked, [on(null, 1, 1)])).toBe(`3 of 3 routes are locked: ${rest}`);
  });

  it("says nothing where something can be calculated, or where visits or routes are missing", () => {
    const locked = makeRoute({ id: 1, isLocked: true });
    expect(why([locked, makeRoute({ id: 2 })], [on(1, 1), on(2, 2)])).toBeNull();
    expect(why([locked, makeRoute({ id: 2 })], [on(1, 1), on(null, 2, 1)])).toBeNull();
    expect(why([makeRoute({ id: 2 })], [])).toBeNull();
    expect(why([], [on(null, 1, 1)])).toBeNull();
  });
});
