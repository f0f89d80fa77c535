import { createsTable } from "./helpers";

/** What companies ordered in the shop: paid at once with a card, or by an invoice once a platform admin approves. */
export const { up, down } = createsTable("billing_orders", (c) => {
  c.id();
  c.reference("company_id", "companies", "CASCADE", true);
  c.reference("user_id", "users", "SET NULL");
  /** of its invoice; null until it is approved */
  c.table.integer("invoice_number").nullable();
  c.exact("package", 50).notNullable();
  /** a month */
  c.table.integer("visits").notNullable();
  c.table.integer("months").notNullable();
  c.table.integer("amount_cents").notNullable();
  c.exact("provider", 20).notNullable();
  /** the provider's id of the checkout */
  c.exact("checkout_id", 255).nullable();
  c.exact("status", 20).notNullable();
  c.date("start_date").nullable();
  c.date("end_date").nullable();
  c.reference("decided_by", "users", "SET NULL");
  c.utc("decided_at").nullable();
  c.stamps();
  c.unique(["invoice_number"], "invoice");
  c.unique(["checkout_id"], "checkout");
  c.index(["status"], "status");
});
