import { check, solve } from "../index";
import type { Job, Problem, Vehicle } from "../index";
import { Random } from "../random";

/** 5,000 stops in towns of different size, 50 vehicles; printed as one JSON line (run in its own process for its memory). */
function largeProblem(stops: number, fleet: number): Problem {
  const random = new Random(20);
  const towns = Array.from({ length: 60 }, () => [random.real() * 40_000, random.real() * 40_000, 300 + random.real() * 2500]);
  const places = Array.from({ length: stops + 1 }, () => {
    const [x, y, width] = towns[random.below(towns.length)];
    return [x + (random.real() - 0.5) * width * 2, y + (random.real() - 0.5) * width * 2];
  });
  const size = stops + 1;
  const durations = new Int32Array(new SharedArrayBuffer(4 * size * size));
  for (let i = 0; i < size; i++) for (let j = 0; j < size; j++) if (i !== j) durations[i * size + j] = 20 + Math.round(Math.hypot(places[i][0] - places[j][0], places[i][1] - places[j][1]) / (11 + ((i + j) % 3)));
  const jobs = Array.from({ length: stops }, (_, k): Job => {
    const from = 28_800 + 3600 * random.below(6);
    return { id: k + 1, locationIndex: k + 1, serviceSec: 90, setupSec: 60, delivery: [1 + random.below(8)], ...(random.real() < 0.3 ? { timeWindows: [[from, from + 4 * 3600]] as const } : {}) };
  });
  const vehicles = Array.from({ length: fleet }, (_, v): Vehicle => ({ id: v + 1, profile: "car", startIndex: 0, endIndex: 0, capacity: [600], timeWindow: [25_200, 72_000] }));
  return { vehicles, jobs, shipments: [], matrices: { car: { size, durations } } };
}

const [seconds, threads, stops] = process.argv.slice(2).map(Number);
const problem = largeProblem(stops, stops / 100);
let first = 0;
const solution = solve(problem, { timeLimitMs: seconds * 1000, threads, onProgress: ({ cost }) => void (first ||= cost) });
console.log(
  JSON.stringify({
    first, cost: solution.cost, unassigned: solution.unassigned.length, violations: check(problem, solution).length, wallSec: solution.computingTimes.solvingMs / 1000,
    firstMs: solution.computingTimes.firstSolutionMs, peakMb: Math.round(process.resourceUsage().maxRSS / 1024), iterations: solution.iterations,
  }),
);
