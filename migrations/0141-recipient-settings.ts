import { addsColumns } from "./helpers";

/** What a company lets recipients see and do on the pages of their links. */
export const { up, down } = addsColumns("companies", {
  recipient_settings: (table, name) => void table.text(name, "longtext").nullable(),
});
