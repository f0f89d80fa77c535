import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { check, solve } from "solver/index";
import { readVroom } from "solver/formats/vroom/read";
import type { KindRoute } from "solver/genetic/genetic-problem";
import { GeneticSearch } from "solver/genetic/genetic-search";
import { LocalSearch } from "solver/genetic/local-search";
import { RouteExchange } from "solver/genetic/route-exchange";
import { TimedMoves } from "solver/genetic/timed-moves";
import { TimedRoutes } from "solver/genetic/timed-routes";
import { buildInstance } from "solver/model/build";
import { Random } from "solver/random";
import {
  seeds,
  made,
  madeProblem,
  ofKind,
  costOf,
  cuts,
  everyTask,
  excessOf,
  lateOf,
  latenessOf,
  orders,
  pricedAt,
  shuffled,
  tasksOf,
} from "./helpers/genetic";

const windows = true;

/** Each task in a route by chance, some of them empty. */
function dealt(problem: ReturnType<typeof madeProblem>, random: Random): KindRoute[] {
  const given = Array.from({ length: problem.routes }, (): number[] => []);
  for (const task of shuffled(problem, random)) given[random.below(given.length)].push(task);
  return ofKind(0, given);
}

describe("hours", () => {
  it("are the windows and services of tasks, and the working hours of vehicles", () => {
    const options = { tasks: 8, vehicles: 2, oneWay: true, windows };
    const { cost, hours } = madeProblem(3, options);
    const { earliest, latest, service, travel } = hours!;
    const { problem } = readVroom(made(3, options));
    const instance = buildInstance(problem);
    // times of an instance are counted from its own beginning
    const [scale, base] = [instance.timeScale, instance.timeBaseSec];
    const [from, until] = problem.vehicles[0].timeWindow!;
    expect([earliest[0], latest[0], service[0]]).toEqual([(from - base) * scale, (until - base) * scale, 0]);
    problem.jobs.forEach(({ timeWindows, serviceSec }, k) => {
      const [[open, close]] = timeWindows!;
      const own = [earliest[k + 1], latest[k + 1], service[k + 1]];
      expect(own).toEqual([(open - base) * scale, (close - base) * scale, serviceSec! * scale]);
    });
    const [a, b] = [instance.place[2], instance.place[5]];
    expect(travel[3 * 9 + 6]).toBe(instance.travel[0][a * instance.size + b]);
    expect(cost).toBe(travel);
    expect(travel[3 * 9]).toBe(instance.travel[0][a * instance.size + instance.place[8]]);
  });
});

describe("lateness", () => {
  it("of a route that is put together from pieces is that of the whole, in either direction of a piece", () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 4, max: 16 }), fc.boolean(), (seed, tasks, oneWay) => {
        const problem = madeProblem(seed, { tasks, vehicles: 2, room: 3, oneWay, windows });
        const random = new Random(seed);
        const routes = new TimedRoutes(problem, problem.hours!);
        const tour = shuffled(problem, random);
        const cut = 2 + random.below(tasks - 3);
        const [first, second] = [tour.slice(0, cut), tour.slice(cut)];
        routes.take(ofKind(0, [first, second]));
        expect([...routes.late.slice(0, 2)]).toEqual([latenessOf(problem, first), latenessOf(problem, second)]);
        // up to a node of the first route, a piece of the second one, and on as from a node of the first one
        const [i, j] = [random.below(first.length + 1), random.below(first.length + 1)].sort((a, b) => a - b);
        const [a, b] = [random.below(second.length), random.below(second.length)].sort((x, y) => x - y);
        const piece = second.slice(a, b + 1);
        const [before, behind] = [i === 0 ? routes.startOf(0) : first[i - 1], first[j] ?? routes.endOf(0)];
        routes.begin(before);
        routes.pass(piece[0], piece[piece.length - 1]);
        expect(routes.end(behind)).toBe(latenessOf(problem, [...first.slice(0, i), ...piece, ...first.slice(j)]));
        routes.begin(before);
        routes.passBack(piece[piece.length - 1], piece[0]);
        piece.reverse();
        expect(routes.end(behind)).toBe(latenessOf(problem, [...first.slice(0, i), ...piece, ...first.slice(j)]));
      }),
      { numRuns: 500 },
    );
  });
});

describe("a local optimum with windows", () => {
  it("has every task once, costs what its routes cost, and no more than what it was made of", () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 1, max: 40 }), fc.boolean(), (seed, tasks, oneWay) => {
        const vehicles = 2 + Math.ceil(tasks / 6);
        const problem = madeProblem(seed, { tasks, vehicles, oneWay, windows, fixed: seed % 3 === 0 ? 50 : 0 });
        const random = new Random(seed);
        const local = new LocalSearch(problem, random);
        for (const [load, time] of [
          [1, 0.05],
          [10, 1],
          [1000, 30],
        ]) {
          const given = dealt(problem, random);
          const found = local.run(given, { load, time });
          expect(tasksOf(found.routes).sort((a, b) => a - b)).toEqual(everyTask(problem));
          expect(found.routes.length).toBeLessThanOrEqual(problem.routes);
          expect(found.cost).toBe(costOf(problem, found.routes));
          expect(found.excess).toBe(excessOf(problem, found.routes));
          expect(found.late).toBe(lateOf(problem, found.routes));
          const priced = pricedAt(problem, load, time);
          expect(priced(found.routes)).toBeLessThanOrEqual(priced(given) + 1e-3);
        }
        expect(local.circles).toBe(0);
      }),
      { numRuns: 150 },
    );
  });

  it("leaves no piece that would be cheaper elsewhere or exchanged, no stretch turned, no ends exchanged", () => {
    fc.assert(
      fc.property(seeds, fc.boolean(), (seed, oneWay) => {
        const fixed = seed % 3 === 0 ? 50 : 0;
        const problem = madeProblem(seed, { tasks: 11, vehicles: 4, oneWay, fixed, windows });
        const random = new Random(seed);
        const [load, time] = [20, [0.1, 1, 5][seed % 3]];
        const { routes } = new LocalSearch(problem, random).run(dealt(problem, random), { load, time });
        const plan = routes.map(({ tasks }) => [...tasks]);
        if (plan.length < problem.routes) plan.push([]);
        const priced = pricedAt(problem, load, time);
        const least = priced(routes) - 2e-3;
        for (const other of neighboursOf(plan)) expect(priced(ofKind(0, other))).toBeGreaterThanOrEqual(least);
      }),
      { numRuns: 200 },
    );
  });

  it("is recognized with the exchange of the ends behind two tasks tried in one of both turns", () => {
    const problem = madeProblem(2, { tasks: 20, vehicles: 4, windows });
    const prices = { load: 20, time: 1 };
    const { routes } = new LocalSearch(problem, new Random(1)).run(dealt(problem, new Random(1)), prices);
    const timed = new TimedRoutes(problem, problem.hours!);
    [timed.price, timed.timePrice] = [prices.load, prices.time];
    timed.take(routes);
    const moves = new TimedMoves(timed);
    const exchange = vi.spyOn(moves as unknown as { exchangeEnds(u: number, v: number): boolean }, "exchangeEnds");
    const isTried = (u: number, v: number): boolean => {
      exchange.mockClear();
      expect(moves.tryPair(u, v)).toBe(false);
      return exchange.mock.calls.some(([a, b]) => a === u && b === v);
    };
    for (const first of routes)
      for (const second of routes)
        if (first !== second)
          for (const u of first.tasks) {
            for (const v of second.tasks) expect(isTried(u, v)).toBe(!isTried(v, u));
            // the first task's turn tries it
            const start = timed.startOf(timed.route[second.tasks[0]]);
            expect(isTried(u, start)).toBe(false);
            isTried(second.tasks[0], u);
            expect(exchange.mock.calls).toContainEqual([start, u]);
          }
  });
});

/** Plans that one move away; empty routes cost nothing. */
function* neighboursOf(plan: readonly number[][]): Generator<number[][]> {
  const replaced = (r: number, tasks: number[]): number[][] => plan.map((own, s) => (s === r ? tasks : own));
  for (let r = 0; r < plan.length; r++)
    for (let from = 0; from < plan[r].length; from++)
      for (let to = from + 2; to <= plan[r].length; to++) {
        // turning the whole of it is no move of its own
        if (from === 0 && to === plan[r].length) continue;
        yield replaced(r, [...plan[r].slice(0, from), ...plan[r].slice(from, to).reverse(), ...plan[r].slice(to)]);
      }
  const pieces = plan.flatMap((tasks, r) =>
    tasks.flatMap((_, at) =>
      [1, 2, 3].filter((count) => at + count <= tasks.length).map((count) => ({ r, at, count })),
    ),
  );
  for (const { r, at, count } of pieces) {
    const piece = plan[r].slice(at, at + count);
    const rest = replaced(r, [...plan[r].slice(0, at), ...plan[r].slice(at + count)]);
    for (const placed of count === 2 ? [piece, [...piece].reverse()] : [piece])
      for (let s = 0; s < rest.length; s++)
        for (let k = 0; k <= rest[s].length; k++)
          yield rest.map((own, t) => (t === s ? [...own.slice(0, k), ...placed, ...own.slice(k)] : own));
    for (const other of pieces) {
      const second = plan[other.r].slice(other.at, other.at + other.count);
      if (other.r === r) {
        // pieces that touch are exchanged by moving one of them
        if (other.at <= at + count) continue;
        const between = plan[r].slice(at + count, other.at);
        const behind = plan[r].slice(other.at + other.count);
        yield replaced(r, [...plan[r].slice(0, at), ...second, ...between, ...piece, ...behind]);
      } else {
        const own = [...plan[r].slice(0, at), ...second, ...plan[r].slice(at + count)];
        const theirs = [...plan[other.r].slice(0, other.at), ...piece, ...plan[other.r].slice(other.at + other.count)];
        yield plan.map((tasks, t) => (t === r ? own : t === other.r ? theirs : tasks));
      }
    }
  }
  for (let a = 0; a < plan.length; a++)
    for (let b = 0; b < a; b++)
      for (let i = 0; i <= plan[a].length; i++)
        for (let j = 0; j <= plan[b].length; j++) {
          const own = [...plan[a].slice(0, i), ...plan[b].slice(j)];
          const theirs = [...plan[b].slice(0, j), ...plan[a].slice(i)];
          yield plan.map((tasks, t) => (t === a ? own : t === b ? theirs : tasks));
        }
}

describe("a child of two plans with windows", () => {
  it("has every task once, and only routes of its parents where these are equal", () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 1, max: 30 }), (seed, tasks) => {
        const problem = madeProblem(seed, { tasks, vehicles: 1 + Math.ceil(tasks / 5), windows });
        const random = new Random(seed);
        const prices = { load: 20, time: 1 };
        const local = new LocalSearch(problem, random);
        const exchange = new RouteExchange(problem, problem.hours!, random);
        const [a, b] = [0, 1].map(() => local.run(exchange.first(), prices));
        for (let k = 0; k < 5; k++) {
          const child = exchange.child(a, b, prices);
          expect(tasksOf(child).sort((x, y) => x - y)).toEqual(everyTask(problem));
          expect(child.length).toBeLessThanOrEqual(problem.routes);
          const same = exchange.child(a, a, prices);
          expect(same.map((route) => route.tasks.join()).sort()).toEqual(a.routes.map((r) => r.tasks.join()).sort());
        }
      }),
      { numRuns: 150 },
    );
  });
});

describe("a genetic search with windows", () => {
  it("finds the best plan of a few tasks", () => {
    let solved = 0;
    for (let seed = 1; seed <= 12; seed++) {
      const fixed = seed % 3 === 0 ? 200 : 0;
      const [oneWay, openEnd] = [seed % 2 === 0, seed % 4 === 1];
      const problem = madeProblem(seed, { tasks: 6, vehicles: 3, room: 1.1, oneWay, fixed, windows, openEnd });
      let least = Infinity;
      for (const tour of orders(everyTask(problem)))
        for (const routes of cuts(tour, problem.routes)) {
          const plan = ofKind(0, routes);
          if (excessOf(problem, plan) === 0 && lateOf(problem, plan) === 0)
            least = Math.min(least, costOf(problem, plan));
        }
      const search = new GeneticSearch(problem, new Random(seed));
      let plans = 0;
      search.run(() => ++plans > 400);
      if (least === Infinity) expect(search.best).toBe(null);
      else expect(search.best?.cost).toBe(least);
      if (search.best === null) continue;
      solved++;
      expect([excessOf(problem, search.best.routes), lateOf(problem, search.best.routes)]).toEqual([0, 0]);
    }
    expect(solved).toBeGreaterThan(6);
  });

  it("finds plans that hold soon, however dear vehicles are", () => {
    for (const fixed of [0, 1e4, 1e7, 1e9]) {
      const problem = madeProblem(3, { tasks: 40, vehicles: 9, room: 1.5, fixed, windows });
      const search = new GeneticSearch(problem, new Random(1));
      let plans = 0;
      search.run(() => ++plans > 60);
      expect(search.best).not.toBe(null);
    }
  });

  it("keeps a plan that holds, where a vehicle less would cost one unit of time", () => {
    const drawn = madeProblem(1, { tasks: 2, vehicles: 2, room: 2, fixed: 1e9, windows });
    const { travel } = drawn.hours!;
    const [toFirst, toSecond, between] = [travel[1], travel[2], travel[1 * 3 + 2]];
    const latest = Int32Array.of(1e6, toSecond + between - 1, toFirst + between - 1);
    const hours = { travel, earliest: new Int32Array(3), service: new Int32Array(3), latest };
    const problem = { ...drawn, hours };
    const plan = ofKind(0, [[1], [2]]);
    expect([[[1, 2]], [[2, 1]], [[1], [2]]].map((routes) => lateOf(problem, ofKind(0, routes)))).toEqual([1, 1, 0]);
    const search = new GeneticSearch(problem, new Random(1));
    search.take(plan);
    expect(search.best?.routes).toHaveLength(2);
  });

  it("is part of a search that has time for it, which breaks no rule and answers a seed in one way", () => {
    const perTask = 1500 * 8;
    fc.assert(
      fc.property(seeds, fc.integer({ min: 1, max: 12 }), fc.boolean(), (seed, tasks, oneWay) => {
        const options = { tasks, vehicles: 1 + Math.ceil(tasks / 3), oneWay, windows, openEnd: seed % 2 === 0 };
        const { problem } = readVroom(made(seed, options));
        const limit = { iterationLimit: perTask * tasks + 500, seed };
        const solution = solve(problem, limit);
        expect(check(problem, solution)).toEqual([]);
        expect(solve(problem, limit).routes).toEqual(solution.routes);
      }),
      { numRuns: 6 },
    );
  });
});
