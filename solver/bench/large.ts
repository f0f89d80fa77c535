import { check, solve } from "../index";
import { largeProblem } from "./large-problem";

/** Square matrices of more places than that take gigabytes. */
const MOST_SQUARE = 10_000;

/** large.ts SECONDS THREADS STOPS: one large problem, printed as a JSON line; a process of its own for its memory. */
function main([seconds, threads, stops]: readonly number[]): void {
  const problem = largeProblem(stops, stops / 100, { points: stops > MOST_SQUARE });
  let firstCost = 0;
  const solution = solve(problem, {
    timeLimitMs: seconds * 1000,
    threads,
    onProgress: ({ cost }) => void (firstCost ||= cost),
  });
  const peakMb = Math.round(process.resourceUsage().maxRSS / 1024);
  console.log(
    JSON.stringify({
      firstCost,
      firstMs: solution.computingTimes.firstSolutionMs,
      cost: solution.cost,
      unassigned: solution.unassigned.length,
      violations: check(problem, solution).length,
      wallSec: solution.computingTimes.solvingMs / 1000,
      peakMb,
    }),
  );
}

main(process.argv.slice(2).map(Number));
