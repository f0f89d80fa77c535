import { afterAll, vi } from "vitest";

// The files of a worker share its process and its packages, but nothing of ours: each file loads our modules anew, with
// whatever they keep in memory. A process for each file, with the packages loaded again, costs as much as the tests.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.resetModules();
});
