import { createsTable } from "./helpers";

/** Answers of geocoding services. */
export const { up, down } = createsTable("geocode_cache", (c) => {
  c.id();
  c.exact("question", 64).notNullable();
  c.long("answer").notNullable();
  c.utc("kept_at").notNullable();
  c.unique(["question"]);
  c.index(["kept_at"], "kept_at");
});
