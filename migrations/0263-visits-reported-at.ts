import { addsColumns } from "./helpers";

/** When a visit was reported the last time, also as on route again, which takes the time of its completion away. */
export const { up, down } = addsColumns("routing_visits", {
  reported_at: (table, name) => void table.string(name, 19).nullable(),
});
