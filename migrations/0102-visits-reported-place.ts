import { addsColumns } from "./helpers";

/** Where the phone was when a visit was reported as done or failed; null where it did not say. */
export const { up, down } = addsColumns("routing_visits", {
  reported_lat: (table, name) => void table.double(name).nullable(),
  reported_lng: (table, name) => void table.double(name).nullable(),
  reported_accuracy: (table, name) => void table.integer(name).nullable(),
});
