/** Knex's own clients, which its types don't name: as much of them as client.server.ts extends. */
declare module "knex/lib/dialects/better-sqlite3/index.js" {
  import type { Knex } from "knex";

  export default class Client extends Knex.Client {
    _query(connection: unknown, query: unknown): Promise<unknown>;
    /** values as SQLite takes them */
    _formatBindings(bindings: readonly unknown[] | undefined): unknown[];
    override query(connection: unknown, query: unknown): Promise<unknown>;
    override acquireConnection(): Promise<unknown>;
  }
}

declare module "knex/lib/dialects/mysql2/index.js" {
  import type { Knex } from "knex";

  export default class Client extends Knex.Client {
    _query(connection: unknown, query: unknown): Promise<unknown>;
    override query(connection: unknown, query: unknown): Promise<unknown>;
    override acquireConnection(): Promise<unknown>;
  }
}
