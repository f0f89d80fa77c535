import { addsColumns } from "./helpers";

/** When whoever has the session last showed that they are the account's holder, beyond having the session. */
export const { up, down } = addsColumns("sessions", {
  proved_at: (table, column) => table.string(column, 19).nullable(),
});
