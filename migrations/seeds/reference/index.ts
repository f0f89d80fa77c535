import type { Knex } from "knex";
import { COUNTRIES } from "./countries";
import { COUNTRY_AREAS } from "./country-areas";
import { BILLING_PACKAGES, FAIL_REASONS, INDUSTRIES } from "./lists";

const BATCH = 100;

type SeedRow = Record<string, string | number | null>;

/** Adds what is missing and brings the rest up to date, by id. What is not in the list stays. */
async function upsert(knex: Knex, table: string, rows: readonly SeedRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += BATCH) {
    await knex(table)
      .insert(rows.slice(from, from + BATCH))
      .onConflict("id")
      .merge();
  }
}

/** Reference data: countries and their areas, industries, fail reasons, billing packages. May run at every start. */
export async function seedReference(knex: Knex): Promise<void> {
  await upsert(
    knex,
    "countries",
    COUNTRIES.map(([code, name, lat, lng], index) => ({ id: index + 1, code, title: name, name, lat, lng })),
  );
  await upsert(
    knex,
    "country_areas",
    COUNTRY_AREAS.map(([title, codes], index) => ({ id: index + 1, title, codes: JSON.stringify(codes.split(" ")) })),
  );
  await upsert(
    knex,
    "industries",
    INDUSTRIES.map((title, index) => ({ id: index + 1, title, position: index + 1 })),
  );
  await upsert(
    knex,
    "fail_reasons",
    FAIL_REASONS.map(([title, image], index) => ({ id: index + 1, title, image })),
  );
  await upsert(
    knex,
    "billing_packages",
    BILLING_PACKAGES.map((one) => ({
      id: one.id,
      key: one.key,
      title: one.title,
      period_months: one.periodMonths,
      trial_days: one.trialDays,
      discount: one.discount,
      prices: JSON.stringify(one.prices),
    })),
  );
}
