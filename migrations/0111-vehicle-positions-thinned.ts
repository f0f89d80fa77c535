import { addsColumns } from "./helpers";

/** Whether positions between the one before and this one were left out. */
export const { up, down } = addsColumns("vehicle_positions", {
  thinned: (table, name) => void table.specificType(name, "tinyint").notNullable().defaultTo(0),
});
