import type { Options, Problem, Solution } from "solver/index";
import { changeLarge } from "solver/large/change-large";
import { searchLarge } from "solver/large/search-large";
import type { LargeSearch } from "solver/large/search-large";
import { SharedParts } from "solver/large/shared-parts";
import { Random } from "solver/random";
import { assemble } from "solver/schedule/schedule";
import { wallMs } from "solver/search-problem";
import { job, vehicle } from "./problems";
import { pointsModel, randomPoints } from "./travel";

/** Searches in parts of a few stops, whatever the size. */
export function inParts(problem: Problem, options: Options, partSize = { least: 6, routes: 2, most: 12 }): Solution {
  const tasks = problem.jobs.length + 2 * problem.shipments.length;
  const search: LargeSearch = {
    problem,
    options,
    limitMs: options.timeLimitMs ?? Infinity,
    startedMs: wallMs(),
    now: wallMs,
    memory: SharedParts.allocate(tasks, problem.vehicles.length),
    threads: 1,
    partSize,
  };
  const { changeBudget } = options;
  const found = changeBudget === undefined ? searchLarge(search) : changeLarge(search, changeBudget);
  return assemble(problem, found.routes, {
    iterations: found.iterations,
    computingTimes: { firstSolutionMs: found.firstSolutionMs, solvingMs: 0 },
  });
}

/** Stops on points of the plane with vehicles of one depot in their middle. */
export function plane(seed: number, stops: number, vehicles: number, capacity: number): Problem {
  const random = new Random(seed);
  const points = randomPoints(random, stops + 1, 1000);
  points.set([500, 500]);
  return {
    vehicles: Array.from({ length: vehicles }, (_, v) => vehicle(v + 1, { capacity: [capacity] })),
    jobs: Array.from({ length: stops }, (_, j) => job(j + 1, j + 1, { delivery: [1] })),
    shipments: [],
    matrices: { car: pointsModel(points) },
  };
}
