import { addsColumns } from "./helpers";

/** What a vehicle costs, in euro: per kilometre, per hour of driving, and per day that it is used. */
export const { up, down } = addsColumns("vehicles", {
  cost_per_km: (table, name) => void table.double(name).notNullable().defaultTo(0),
  cost_per_hour: (table, name) => void table.double(name).notNullable().defaultTo(0),
  fixed_cost: (table, name) => void table.double(name).notNullable().defaultTo(0),
});
