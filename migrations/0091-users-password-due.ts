import { addsColumns } from "./helpers";

/** Somebody else knows the account's password: its holder chooses one of their own before anything else. */
export const { up, down } = addsColumns("users", {
  is_password_due: (table, column) => table.specificType(column, "tinyint").notNullable().defaultTo(0),
});
