import { addsColumns } from "./helpers";

/** Whom an invoice went to: later changes of the company don't change it. */
export const { up, down } = addsColumns("billing_orders", {
  billed_to: (table, column) => void table.text(column).nullable(),
});
