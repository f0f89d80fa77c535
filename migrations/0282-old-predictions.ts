import { addsIndex } from "./helpers";
import type { Migration } from "./helpers";

/**
 * How many reports of a company don't tell when the service began, which each view of its dashboard counts, and which
 * predictions are too old to be kept: both were read from whole rows.
 */
const indexes = [
  addsIndex("visit_predictions", ["company_id", "began_by", "updated_at"], "company_began_by"),
  addsIndex("visit_predictions", ["created_at"], "created_at"),
];

export const up: Migration["up"] = async (knex) => {
  for (const index of indexes) await index.up(knex);
};

export const down: Migration["down"] = async (knex) => {
  for (const index of indexes) await index.down(knex);
};
