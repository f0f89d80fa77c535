import { AsyncLocalStorage } from "node:async_hooks";

/** What is put off until some work has ended. */
interface Afterwards {
  callbacks: (() => void)[];
  isOver: boolean;
}

const current = new AsyncLocalStorage<Afterwards>();

/** Runs it now; within `collected` once the work has ended well, and not at all when it fails. */
export function afterwards(callback: () => void): void {
  const within = current.getStore();
  if (within?.isOver === false) within.callbacks.push(callback);
  else callback();
}

/** @returns the work's result, with what was put off: the caller runs it */
export async function collected<T>(work: () => Promise<T>): Promise<{ result: T; callbacks: readonly (() => void)[] }> {
  const within: Afterwards = { callbacks: [], isOver: false };
  try {
    return { result: await current.run(within, work), callbacks: within.callbacks };
  } finally {
    within.isOver = true;
  }
}
