import { addsIndex } from "./helpers";
import type { Migration } from "./helpers";

/**
 * What the platform's activity page narrows by without naming a company: each index gives the newest entries at once,
 * where the whole log of all companies was read when few of them fit. Taking a person out reads by their account, too.
 */
const indexes = [
  addsIndex("audit_log", ["user_id", "id"], "account"),
  addsIndex("audit_log", ["action", "id"], "any_action"),
  addsIndex("audit_log", ["by_platform", "id"], "by_platform"),
];

export const up: Migration["up"] = async (knex) => {
  for (const index of indexes) await index.up(knex);
};

export const down: Migration["down"] = async (knex) => {
  for (const index of indexes) await index.down(knex);
};
