import { readFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";
import { check } from "../../check";
import { readVroom } from "../../formats/vroom/read";
import { solve } from "../../parallel/solve";

/*
 * One process that solves several days one after the other, as a worker of the product does: the first answer, whose
 * code isn't compiled yet, isn't measured. Arguments: seconds, threads, the file to begin with, then file and seed by
 * turns. Prints a JSON line per measured run.
 */
const WARMING_SEC = 2;

function run(file: string, seconds: number, threads: number, seed: number): object {
  const { problem } = readVroom(JSON.parse(readFileSync(file, "utf8")));
  const started = performance.now();
  const solution = solve(problem, { timeLimitMs: 1000 * seconds, threads, seed });
  const wallSec = (performance.now() - started) / 1000;
  return {
    cost: solution.cost,
    unassigned: solution.unassigned.length,
    iterations: solution.iterations,
    wallSec,
    refused: check(problem, solution)[0]?.code ?? null,
  };
}

function main([seconds, threads, warmUp, ...runs]: readonly string[]): void {
  run(warmUp, WARMING_SEC, Number(threads), 1);
  for (let k = 0; k < runs.length; k += 2)
    console.log(JSON.stringify(run(runs[k], Number(seconds), Number(threads), Number(runs[k + 1]))));
}

// the threads of the search run this file, too
if (isMainThread) main(process.argv.slice(2));
