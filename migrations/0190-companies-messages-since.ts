import { addsColumns } from "./helpers";

/** Since when each kind of message is switched on: JSON, kind to UTC text. */
export const { up, down } = addsColumns("companies", {
  message_on_since: (table, name) => void table.text(name, "longtext").nullable(),
});
