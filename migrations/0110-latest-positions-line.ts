import { addsColumns } from "./helpers";

/** The line from the last stored position of the trail to the newest, as it is thinned (app/domain/position/trail). */
export const { up, down } = addsColumns("latest_positions", {
  line: (table, name) => void table.string(name, 500).nullable(),
});
