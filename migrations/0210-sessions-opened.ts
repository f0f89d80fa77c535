import { addsColumns } from "./helpers";

/** A company that a super admin has opened from outside; the session's own company stays, to lead back to. */
export const { up, down } = addsColumns("sessions", {
  opened_company_id: (table, column) => table.integer(column).unsigned().nullable(),
});
