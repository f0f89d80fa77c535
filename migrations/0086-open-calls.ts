import { createsTable } from "./helpers";

/**
 * Calls without a company that came with a key of idempotency: who carries one out, and its answer. Names of senders,
 * keys and payloads are hashes that nobody can guess from.
 */
export const { up, down } = createsTable("open_calls", (c) => {
  c.id();
  c.exact("call_key", 64).notNullable();
  c.exact("content", 64).notNullable();
  c.text("path", 100).notNullable();
  c.long("answer").nullable();
  c.text("claimed_by", 36).notNullable();
  c.utc("claimed_at").notNullable();
  c.utc("created_at").notNullable();
  c.unique(["call_key"]);
  c.index(["created_at"], "created_at");
});
