import type { Knex } from "knex";
import { createsTable, isSqlite } from "./helpers";

/**
 * The addresses of map extracts, the same for all companies. Rows of a region are loaded beside those of its version
 * before, and `state` says which of them count.
 */
const TABLES = [
  createsTable("geo_regions", (c) => {
    c.id();
    c.exact("name", 100).notNullable();
    c.exact("version", 100).notNullable();
    c.text("state", 10).notNullable();
    c.int("addresses", 0);
    c.int("streets", 0);
    c.int("places", 0);
    c.utc("loaded_at").notNullable();
    c.index(["name"], "name");
  }),
  /** Streets of towns, towns, postcodes, and points with a name: what a search finds. */
  createsTable("geo_entries", (c) => {
    c.id();
    c.int("region_id", 0);
    c.text("kind", 10).notNullable();
    // Several to a column, one a line.
    c.table.text("names").notNullable();
    c.text("city").notNullable();
    c.table.text("areas").notNullable();
    c.table.text("postcodes").notNullable();
    c.text("line").notNullable();
    c.text("country_code", 2).notNullable();
    c.double("lat", 0);
    c.double("lng", 0);
    c.int("radius", 0);
    c.int("weight", 0);
    // MySQL's full-text index is one of a column; SQLite's is a table of its own.
    c.table.text("words").notNullable();
    c.index(["region_id"], "region_id");
  }),
  createsTable("geo_addresses", (c) => {
    c.id();
    c.int("entry_id", 0);
    c.int("number_from", 0);
    c.int("number_to", 0);
    c.exact("suffix", 20).notNullable();
    c.text("number", 50).notNullable();
    c.text("postcode", 20).notNullable();
    c.double("lat", 0);
    c.double("lng", 0);
    // Of a fine grid, for what is nearest; 0 for a second number of the same house.
    c.table.bigInteger("cell").notNullable().defaultTo(0);
    c.index(["entry_id", "number_from"], "entry_id");
    c.index(["cell"], "cell");
  }),
  /** Places on streets, and towns, by the cells of a coarser grid. */
  createsTable("geo_spots", (c) => {
    c.id();
    c.int("entry_id", 0);
    c.double("lat", 0);
    c.double("lng", 0);
    c.table.bigInteger("cell").notNullable().defaultTo(0);
    c.index(["entry_id"], "entry_id");
    c.index(["cell"], "cell");
  }),
  createsTable("geo_words", (c) => {
    c.id();
    c.int("region_id", 0);
    c.exact("word", 100).notNullable();
    c.int("entries", 0);
    c.index(["word"], "word");
    c.index(["region_id"], "region_id");
  }),
  /** Under which keys a word is found that has a slip in it. */
  createsTable("geo_word_keys", (c) => {
    c.id();
    c.int("spelling_key", 0);
    c.int("word_id", 0);
    c.index(["spelling_key", "word_id"], "spelling_key");
    c.index(["word_id"], "word_id");
  }),
];

export async function up(knex: Knex): Promise<void> {
  for (const table of TABLES) await table.up(knex);
  if (isSqlite(knex)) {
    await knex.raw("DROP TABLE IF EXISTS geo_entries_words");
    await knex.raw(
      "CREATE VIRTUAL TABLE geo_entries_words USING fts5(words, content='', contentless_delete=1, " +
        "prefix='2 3', tokenize='unicode61 remove_diacritics 0', detail='none')",
    );
  } else await knex.raw("ALTER TABLE geo_entries ADD FULLTEXT INDEX geo_entries_words_index (words)");
}

export async function down(knex: Knex): Promise<void> {
  if (isSqlite(knex)) await knex.raw("DROP TABLE IF EXISTS geo_entries_words");
  for (const table of [...TABLES].reverse()) await table.down(knex);
}
