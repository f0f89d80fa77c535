import { addsColumns } from "./helpers";

/**
 * What routes and calculations of a company start with: the minutes after which a break is due in any case (0: length
 * doesn't count), where routes begin and end, and what a calculation aims at.
 */
export const { up, down } = addsColumns("companies", {
  default_break_after: (table, name) => void table.double(name).notNullable().defaultTo(360),
  default_start_location_type: (table, name) => void table.string(name, 1).notNullable().defaultTo("W"),
  default_end_location_type: (table, name) => void table.string(name, 1).notNullable().defaultTo("N"),
  default_aim: (table, name) => void table.string(name, 10).notNullable().defaultTo("time"),
});
