import { searchProblem } from "../search-problem";
import type { Work } from "./threads";

/**
 * The program of a thread: it waits for work, searches, and waits for the next. Imported late, because this file may
 * stand beside a bundle whose package.json makes it a CommonJS file, where a static import is a fault.
 */
void import("node:worker_threads").then(({ parentPort }) => {
  parentPort?.on("message", ({ thread, busy, problem, options, startedMs, memory, threads }: Work) => {
    searchProblem(problem, options, startedMs, { memory, thread, threads });
    Atomics.store(busy, thread - 1, 0);
  });
});
