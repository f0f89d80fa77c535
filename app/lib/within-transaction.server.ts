/** Whether a transaction is open around the caller: meanwhile it waits for nothing but its database. */
import { AsyncLocalStorage } from "node:async_hooks";

interface Open {
  isOver: boolean;
}
const transactions = new AsyncLocalStorage<Open>();

/** Runs the work of a transaction. What it leaves behind in the background is no part of it. */
export async function withinTransaction<T>(work: () => Promise<T>): Promise<T> {
  const open: Open = { isOver: false };
  try {
    return await transactions.run(open, work);
  } finally {
    open.isOver = true;
  }
}

const isWithinTransaction = (): boolean => transactions.getStore()?.isOver === false;

/**
 * For what takes long, or needs a connection of its own: inside a transaction it would hold locks, and on SQLite wait
 * for the only connection until everything has stopped.
 * @throws Error inside a transaction, which is a fault of the program
 */
export function refuseWithinTransaction(what: string): void {
  if (isWithinTransaction())
    throw new Error(`${what} can't be used inside a transaction: use it before, after, or through askOutside.`);
}

const guards = new WeakMap<object, object>();

/** The same adapter, whose methods can't be called inside a transaction. @param free methods that ask nobody */
export function outsideTransactions<T extends object>(name: string, adapter: T, free: readonly string[] = []): T {
  const known = guards.get(adapter);
  if (known !== undefined) return known as T;
  const guarded = new Proxy(adapter, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      if (typeof value !== "function" || typeof key !== "string" || free.includes(key)) return value;
      return (...args: unknown[]): unknown => {
        refuseWithinTransaction(`${name}.${key}`);
        return (value as (...given: unknown[]) => unknown).apply(target, args);
      };
    },
  });
  guards.set(adapter, guarded);
  return guarded;
}
