import { createsTable } from "./helpers";

/** What a payment provider has told: each event counts once, however often it is sent. */
export const { up, down } = createsTable("payment_events", (c) => {
  c.id();
  c.exact("event_id", 255).notNullable();
  c.exact("kind", 100).notNullable();
  c.utc("created_at").notNullable();
  c.unique(["event_id"], "event");
});
