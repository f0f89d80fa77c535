import { parentPort, workerData } from "node:worker_threads";
import { searchProblem } from "../search-problem";
import type { ThreadData, Work } from "./threads";

/** The program of a thread: it waits for its work and searches. */
const { thread } = workerData as ThreadData;
parentPort?.once(
  "message",
  ({ problem, options, startedMs, memory, threads }: Work) =>
    void searchProblem(problem, options, startedMs, { memory, thread, threads }),
);
