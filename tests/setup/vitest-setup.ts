import fc from "fast-check";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { startWatchdog } from "./watchdog";

// The same examples in every run, so that none is caught or missed by luck. A longer run (SOLVER_RUNS) takes others each
// time; fast-check prints the seed of one that fails, and RANDOM_SEED repeats it.
const SEED = 20_260_101;
const { RANDOM_SEED, SOLVER_RUNS } = process.env;
if (RANDOM_SEED !== undefined) fc.configureGlobal({ seed: Number(RANDOM_SEED) });
else if (SOLVER_RUNS === undefined) fc.configureGlobal({ seed: SEED });

/** Beyond every test's own limit, which a loop without an end would never look at. */
const watchdog = startWatchdog(200_000);
beforeEach(({ task }) => watchdog.watch(`${task.file.name} > ${task.name}`));
afterEach(() => watchdog.rest());

// An unexpected console.error is a fault that nobody looked at: the test fails.
// A test that expects one takes it over with its own vi.spyOn(console, "error").
let errors: unknown[][] = [];

beforeEach(() => {
  errors = [];
  vi.spyOn(console, "error").mockImplementation((...args: unknown[]) => {
    errors.push(args);
  });
});

afterEach(() => {
  const seen = errors;
  errors = [];
  vi.restoreAllMocks();
  expect(seen, "console.error was called").toEqual([]);
});
