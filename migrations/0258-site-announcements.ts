import { createsTable } from "./helpers";

/** Upgrades of the site that somebody announced: every process tells its own open pages. */
export const { up, down } = createsTable("site_announcements", (c) => {
  c.id();
  c.utc("created_at").notNullable();
});
