import { vi } from "vitest";
import type { Db } from "~/db/client.server";

interface Sender {
  _query(connection: unknown, query: { sql: string }): Promise<unknown>;
}

/** Queries that the database is too busy for, until mocks are restored. @returns ends it earlier */
export function failingQueries(db: Db, sql: RegExp): () => void {
  const prototype = Object.getPrototypeOf(db.client) as Sender;
  const send = prototype._query;
  // why: no lock of a test outlasts six attempts of the database in a time that a test may take.
  const spy = vi.spyOn(prototype, "_query").mockImplementation(function (this: Sender, connection, query) {
    if (sql.test(query.sql)) return Promise.reject(Object.assign(new Error("busy"), { code: "SQLITE_BUSY" }));
    return send.call(this, connection, query);
  });
  return () => spy.mockRestore();
}
