/** Knex's own client for better-sqlite3, which its types don't name: as much of it as client.server.ts extends. */
declare module "knex/lib/dialects/better-sqlite3/index.js" {
  import type { Knex } from "knex";

  export default class Client extends Knex.Client {
    _query(connection: unknown, query: unknown): Promise<unknown>;
  }
}
