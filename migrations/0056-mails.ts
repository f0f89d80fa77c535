import { createsTable } from "./helpers";

/** Mails on their way out. A row goes when its mail was sent, and keeps no text when it can't be. */
export const { up, down } = createsTable("mails", (c) => {
  c.id();
  c.exact("uid", 32).notNullable();
  c.text("recipient").notNullable();
  c.text("subject").notNullable();
  c.long("body").nullable();
  c.int("attempts", 0);
  c.utc("next_try_at").nullable();
  c.text("failure").nullable();
  c.utc("created_at").notNullable();
  c.unique(["uid"]);
  c.index(["next_try_at"], "next_try_at");
});
