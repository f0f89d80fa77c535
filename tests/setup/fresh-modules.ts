import asyncHooks, { AsyncLocalStorage } from "node:async_hooks";
import { syncBuiltinESMExports } from "node:module";
import { afterAll, vi } from "vitest";

/** One for all files of a process. */
const ofProcess = globalThis as { routePlatformStorages?: Set<AsyncLocalStorage<unknown>> };

/**
 * Node looks at every storage in use for each promise: those that the modules of dozens of files left behind took a
 * fifth of the integration tests' processor time.
 */
function noteStorages(): Set<AsyncLocalStorage<unknown>> {
  const made = new Set<AsyncLocalStorage<unknown>>();
  asyncHooks.AsyncLocalStorage = class<T> extends AsyncLocalStorage<T> {
    constructor() {
      super();
      made.add(this as AsyncLocalStorage<unknown>);
    }
  };
  syncBuiltinESMExports();
  return made;
}

const storages = (ofProcess.routePlatformStorages ??= noteStorages());

function leaveNothing(): void {
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.resetModules();
  for (const storage of storages) storage.disable();
  storages.clear();
}

/**
 * The files of a worker share its process and its packages, but nothing of ours: each file loads our modules anew, with
 * whatever they keep in memory. A process for each file, with the packages loaded again, costs as much as the tests.
 */
export function useFreshModules(): void {
  // Of a file that fails while its tests are collected Vitest runs no hook.
  leaveNothing();
  afterAll(leaveNothing);
}
