import { parentPort } from "node:worker_threads";
import { searchProblem } from "../search-problem";
import type { Work } from "./threads";

/** The program of a thread: it waits for work, searches, and waits for the next. */
parentPort?.on("message", ({ thread, busy, problem, options, startedMs, memory, threads }: Work) => {
  searchProblem(problem, options, startedMs, { memory, thread, threads });
  Atomics.store(busy, thread - 1, 0);
});
