import { createsTable } from "./helpers";

/** Browsers of drivers that are told of new and changed routes. They are told nothing once their session has ended. */
export const { up, down } = createsTable("push_subscriptions", (c) => {
  c.id();
  c.reference("company_id", "companies", "CASCADE", true);
  c.reference("member_id", "company_members", "CASCADE", true);
  c.reference("session_id", "sessions", "CASCADE", true);
  // At the browser's push service; longer than an index takes: found by its hash.
  c.long("endpoint").notNullable();
  c.exact("endpoint_hash", 64).notNullable();
  c.exact("p256dh", 100).notNullable();
  c.exact("auth", 40).notNullable();
  c.stamps();
  c.unique(["endpoint_hash"]);
  c.unique(["session_id"]);
  c.index(["company_id", "member_id"], "company_member");
});
