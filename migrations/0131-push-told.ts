import { createsTable } from "./helpers";

/** What each of these browsers knows of each route: what is different now is news. */
export const { up, down } = createsTable("push_told", (c) => {
  c.id();
  c.reference("company_id", "companies", "CASCADE", true);
  c.reference("subscription_id", "push_subscriptions", "CASCADE", true);
  c.reference("route_id", "routing_routes", "CASCADE", true);
  // JSON; null: nothing yet
  c.long("told").nullable();
  // Of a message that could not be sent, and of one that somebody sends at the moment.
  c.int("attempts", 0);
  c.utc("due_at").notNullable();
  c.stamps();
  c.unique(["subscription_id", "route_id"], "subscription_route");
});
