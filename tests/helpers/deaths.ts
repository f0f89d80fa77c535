import { vi } from "vitest";
import type { Db } from "~/db/client.server";

/** What Knex's clients share: a transaction has a client of its own with the same prototype. */
interface Sender {
  _query(connection: unknown, query: { sql: string }): Promise<unknown>;
}

/** A process ended here. */
export class Died extends Error {}

const CHANGES = /^\s*(?:create|alter|drop|insert|update|delete)/i;

export interface Death {
  /** Whoever sends statements dies once so many of those that change something were carried out. */
  after(statements: number): void;
  /** The process lives. */
  never(): void;
}

/** Lets whoever uses databases of this kind die between two statements. */
export function deathOf(db: Db): Death & { restore(): void } {
  const prototype = Object.getPrototypeOf(db.client) as Sender;
  const send = prototype._query;
  let left = Infinity;
  const spy = vi.spyOn(prototype, "_query").mockImplementation(async function (this: Sender, connection, query) {
    const answer = await send.call(this, connection, query);
    if (CHANGES.test(query.sql) && (left -= 1) === 0) throw new Died(query.sql);
    return answer;
  });
  return {
    after: (statements) => (left = statements),
    never: () => (left = Infinity),
    restore: () => spy.mockRestore(),
  };
}
