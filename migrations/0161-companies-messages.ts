import { addsColumns } from "./helpers";

/** What a company's recipients are told: nothing, until it switches something on. */
export const { up, down } = addsColumns("companies", {
  message_channels: (table, name) => void table.text(name).nullable(),
  message_quiet_start: (table, name) => void table.string(name, 5).notNullable().defaultTo("21:00"),
  message_quiet_end: (table, name) => void table.string(name, 5).notNullable().defaultTo("07:00"),
  message_sender: (table, name) => void table.string(name, 60).notNullable().defaultTo(""),
  message_language: (table, name) => void table.string(name, 5).notNullable().defaultTo(""),
});
