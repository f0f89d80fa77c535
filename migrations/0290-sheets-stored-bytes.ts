import { addsColumns } from "./helpers";

/** What an import takes of the disk: its file, and its rows until they are imported. Older ones count nothing. */
export const { up, down } = addsColumns("routing_sheets", {
  stored_bytes: (table, name) => void table.bigInteger(name).unsigned().notNullable().defaultTo(0),
});
