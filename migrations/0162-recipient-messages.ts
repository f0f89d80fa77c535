import { createsTable } from "./helpers";

/** What recipients were told, or are to be told: queue and log in one. */
export const { up, down } = createsTable("recipient_messages", (c) => {
  c.id();
  c.reference("company_id", "companies", "CASCADE", true);
  c.reference("visit_id", "routing_visits", "CASCADE", true);
  c.reference("route_id", "routing_routes", "SET NULL");
  c.exact("kind", 20).notNullable();
  c.exact("channel", 8).notNullable();
  // A visit that is driven again on another day is told of again.
  c.date("day").notNullable();
  c.exact("state", 10).notNullable();
  c.exact("reason", 20).nullable();
  c.text("contact").notNullable();
  // The same for every try, so that whoever carries the message can tell that it has it already.
  c.exact("uid", 32).notNullable();
  c.int("attempts", 0);
  c.utc("next_try_at").nullable();
  c.text("failure").nullable();
  c.utc("sent_at").nullable();
  c.stamps();
  c.unique(["visit_id", "kind", "channel", "day"], "once");
  c.index(["next_try_at", "id"], "next_try_at");
  c.index(["created_at"], "created_at");
});
