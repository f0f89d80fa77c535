import { createsTable } from "./helpers";

const COUNTS = [
  "visits",
  "delivered",
  "failed",
  "failed_1",
  "failed_2",
  "failed_3",
  "failed_4",
  "failed_5",
  "failed_6",
  "failed_7",
  "failed_none",
  "judged",
  "on_time",
  "out_of_turn",
  "overdue",
  // Seconds.
  "overdue_sec",
  "promised",
  "kept",
  // Metres and seconds.
  "planned_m",
  "planned_sec",
  "tracked_m",
  "driven_m",
  "timed_sec",
  "driven_sec",
  "timed_visits",
  "loaded",
  // Of 10,000.
  "load_share",
  // Hundredths.
  "cost",
  "priced_visits",
];

/** What is counted of each route of a plan. */
export const { up, down } = createsTable("route_figures", (c) => {
  c.id();
  c.reference("company_id", "companies", "CASCADE", true);
  c.table.integer("plan_id").unsigned().notNullable();
  c.table.integer("route_id").unsigned().notNullable();
  c.date("service_date").notNullable();
  for (const column of ["driver_id", "vehicle_id", "warehouse_id"]) c.table.integer(column).unsigned().nullable();
  for (const column of COUNTS) c.int(column, 0);
  c.unique(["route_id"]);
  c.index(["plan_id"], "plan_id");
  c.index(["company_id", "service_date"], "company_date");
});
