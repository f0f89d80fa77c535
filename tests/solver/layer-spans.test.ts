import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Problem } from "solver/index";
import { layerSpans, openSpans } from "solver/model/break-layers";
import { HORIZON, NEVER } from "solver/model/instance";
import type { LayerSpans } from "solver/model/instance";
import { arriveBy, arriveWithBreaks, beginAt, departWithBreaks } from "solver/model/time";
import type { Plan } from "solver/search/plan";
import { emptyPlanOf, filledPlan } from "./helpers/plan-state";

const HOUR = 3600;

interface Rest {
  readonly windows: readonly number[];
  readonly service: number;
}

/** Spans of a vehicle that works from 100 to 1,000. */
function spansOf(rests: readonly Rest[], endWithoutBreak = -1): Record<keyof LayerSpans, number[]> {
  const windows = rests.map((rest) => Int32Array.from(rest.windows));
  const service = Int32Array.from(rests, (rest) => rest.service);
  const { from, until, rests: sums } = layerSpans(windows, service, 100, 1000, endWithoutBreak);
  return { from: [...from], until: [...until], rests: [...sums] };
}

describe("when a vehicle can be in a layer", () => {
  it("is between the break before it and the one behind it", () => {
    const early = { windows: [200, 300], service: 50 };
    const late = { windows: [600, 700], service: 30 };
    expect(spansOf([early, late])).toEqual({ from: [100, 250, 630], until: [300, 700, 1000], rests: [0, 50, 80] });
  });

  it("ends earlier where a later break or the end of work asks for it", () => {
    const any = { windows: [0, 900], service: 50 };
    const soon = { windows: [290, 300], service: 30 };
    expect(spansOf([any, soon])).toEqual({ from: [100, 150, 320], until: [250, 300, 1000], rests: [0, 50, 80] });
    expect(spansOf([{ windows: [0, 2000], service: 50 }]).until).toEqual([950, 1000]);
  });

  it("looks at every window of a break, and leaves out those that are over or too late", () => {
    const rest = { windows: [0, 90, 400, 450, 980, 2000], service: 40 };
    expect(spansOf([rest])).toEqual({ from: [100, 440], until: [450, 1000], rests: [0, 40] });
  });

  it("lasts until the end without a break that isn't due then", () => {
    const rest = { windows: [400, 450], service: 40 };
    expect(spansOf([rest], 600).until).toEqual([600, 1000]);
    expect(spansOf([rest], 1200).until).toEqual([1000, 1000]);
  });

  it("is never, behind and before a break that can't be taken", () => {
    const over = { windows: [0, 90], service: 40 };
    expect(spansOf([over])).toEqual({ from: [100, HORIZON], until: [90, 1000], rests: [0, 40] });
    const tooLate = { windows: [980, 2000], service: 40 };
    expect(spansOf([tooLate])).toEqual({ from: [100, 1020], until: [-1, 1000], rests: [0, 40] });
    expect(spansOf([]).until).toEqual([1000]);
  });

  it("is open where breaks may change places", () => {
    const { from, until, rests } = openSpans(2);
    expect([...from, ...until, ...rests]).toEqual([0, 0, HORIZON, HORIZON, 0, 0]);
  });
});

/** A route of eight stops of an hour each, of a vehicle that works for nine and a half hours. */
function dayWith(breaks: NonNullable<Problem["vehicles"][number]["breaks"]>): Plan {
  const { plan } = emptyPlanOf(
    {
      vehicles: [{ id: 1, profile: "car", startIndex: 0, endIndex: 0, timeWindow: [0, 9.5 * HOUR], breaks }],
      jobs: Array.from({ length: 8 }, (_, k) => ({ id: k + 1, locationIndex: 1, serviceSec: HOUR })),
      shipments: [],
      matrices: { car: { size: 2, durations: Int32Array.of(0, 600, 600, 0) } },
    },
    1,
  );
  for (let task = 0; task < 8; task++) plan.insert(task, plan.prev[plan.endOf(0)]!);
  expect(plan.isFeasible(0)).toBe(true);
  return plan;
}

/** The layers of each stop in which times are kept. */
function live(plan: Plan, times: Int32Array): string[] {
  const layers = Array.from({ length: plan.layers }, (_, layer) => layer);
  return Array.from({ length: 8 }, (_, task) =>
    layers
      .filter((layer) => times[task * plan.layers + layer]! >= 0 && times[task * plan.layers + layer]! <= HORIZON)
      .join(""),
  );
}

describe("the layers of a route", () => {
  const morning = { id: 1, timeWindows: [[2 * HOUR, 2.5 * HOUR] as const], serviceSec: 900 };
  const noon = { id: 2, timeWindows: [[5 * HOUR, 5.5 * HOUR] as const], serviceSec: 1800 };

  it("end with their breaks, and begin behind them", () => {
    const plan = dayWith([morning, noon]);
    expect(live(plan, plan.depart)).toEqual(["012", "012", "12", "12", "12", "2", "2", "2"]);
    expect(live(plan, plan.latest)).toEqual(["0", "01", "01", "01", "012", "012", "012", "012"]);
  });

  it("do so with one break", () => {
    const plan = dayWith([noon]);
    expect(live(plan, plan.depart)).toEqual(["01", "01", "01", "01", "01", "1", "1", "1"]);
    expect(live(plan, plan.latest)).toEqual(["0", "0", "0", "0", "01", "01", "01", "01"]);
  });
});

/** Earliest departures of the nodes of a route behind its start, per layer, over every pair of layers. */
function departures(plan: Plan, v: number): number[][] {
  const { instance } = plan;
  const { until } = instance.layerSpans[v]!;
  const travel = instance.travel[instance.travelOf[v]!]!;
  const result: number[][] = [];
  let before = Array.from(until, (_, layer) => (layer === 0 ? instance.windowStart[plan.startOf(v)]! : NEVER));
  for (let i = plan.startOf(v); i !== plan.endOf(v); i = plan.next[i]!) {
    const j = plan.next[i]!;
    const leg = travel[instance.place[i]! * instance.size + instance.place[j]!]!;
    before = Array.from(until, (most, to) => {
      const ways = before.slice(0, to + 1).map((time, from) => {
        if (time > HORIZON) return NEVER;
        const begin = beginAt(
          instance,
          j,
          from === to ? time + leg : arriveWithBreaks(instance, v, time, leg, from, to),
        );
        return begin === NEVER ? NEVER : begin + plan.action(v, i, j);
      });
      return Math.min(...ways) > most ? NEVER : Math.min(...ways);
    });
    result.push(before);
  }
  return result;
}

/** Latest departures of the nodes of a route before its end, from the last one on. */
function latestDepartures(plan: Plan, v: number): number[][] {
  const { instance } = plan;
  const { from: earliest } = instance.layerSpans[v]!;
  const travel = instance.travel[instance.travelOf[v]!]!;
  const result: number[][] = [];
  const end = plan.endOf(v);
  let behind = Array.from(earliest, (_, layer) => plan.latest[end * plan.layers + layer]!);
  for (let j = end; j !== plan.startOf(v); j = plan.prev[j]!) {
    const i = plan.prev[j]!;
    const leg = travel[instance.place[i]! * instance.size + instance.place[j]!]!;
    behind = Array.from(earliest, (least, from) => {
      const ways = behind.slice(from).map((limit, more) => {
        const arrive = limit < 0 ? -1 : arriveBy(instance, j, limit - plan.action(v, i, j));
        if (arrive < 0) return -1;
        return more === 0 ? arrive - leg : departWithBreaks(instance, v, arrive, leg, from, from + more);
      });
      return Math.max(...ways) < least ? -1 : Math.max(...ways);
    });
    result.push(behind);
  }
  return result;
}

describe("times in layers", () => {
  it("are those of every way to spread the breaks over the legs", () => {
    let crossed = 0;
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000_000 }), (seed) => {
        const { plan } = filledPlan(seed, 30, ["windows", "hours", "breaks", "setup"]);
        const { instance, layers } = plan;
        if (!instance.hasTime || plan.plainTimes || instance.hasBreakLoads) return;
        for (let v = 0; v < instance.vehicleCount; v++) {
          if (instance.breakOrders[v] !== null || plan.count[v] === 0) continue;
          const states = instance.breakStates[v]!;
          const kept = (times: Int32Array, i: number): number[] => [...times.subarray(i * layers, i * layers + states)];
          const nodes: number[] = [];
          for (let i = plan.startOf(v); i !== plan.endOf(v); i = plan.next[i]!) nodes.push(i);
          const behind = nodes.map((i) => plan.next[i]!);
          expect(behind.map((i) => kept(plan.depart, i))).toEqual(departures(plan, v));
          expect(nodes.reverse().map((i) => kept(plan.latest, i))).toEqual(latestDepartures(plan, v));
          if (states > 1) crossed++;
        }
      }),
      { numRuns: 150 },
    );
    expect(crossed).toBeGreaterThan(50);
  });
});
