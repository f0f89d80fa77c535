/** Searching entries by their words: a table of SQLite's FTS5, or a FULLTEXT index of MySQL. */
import type { Knex } from "knex";
import type { WordMatch } from "~/domain/address/match";
import type { Db } from "./client.server";
import { isSqlite } from "./dialect.server";

/** Tells the kinds apart within the index itself. */
const kindWord = (kind: string): string => `xkind${kind}`;

/**
 * MySQL leaves out words of one and two letters, and some English ones: with two letters before it none is among
 * them.
 */
const mysqlWord = (word: string): string => `qq${word}`;

/** Words are letters and digits alone, so that nothing in them is taken for an operator. */
const plain = (form: string): string => form.replace(/[^\p{L}\p{N}*]/gu, "");

const fts5 = (match: WordMatch): string =>
  match
    .map((list) => list.map((forms) => `(${forms.map(fts5Form).join(" OR ")})`).join(" AND "))
    .map((list) => `(${list})`)
    .join(" OR ");
const fts5Form = (form: string): string => (form.endsWith("*") ? `"${form.slice(0, -1)}"*` : `"${form}"`);

const mysql = (match: WordMatch): string =>
  match.map((list) => `(${list.map((forms) => `+(${forms.map(mysqlWord).join(" ")})`).join(" ")})`).join(" ");

/** Keeps the rows of geo_entries that match. */
export function whereWords(db: Db, query: Knex.QueryBuilder, match: WordMatch, kinds: readonly string[] = []): void {
  const cleaned = match
    .map((list) => list.map((forms) => forms.map(plain).filter((form) => form.replace("*", "") !== "")))
    .filter((list) => list.length > 0 && list.every((forms) => forms.length > 0));
  if (cleaned.length === 0) return void query.whereRaw("1 = 0");
  const lists = kinds.length === 0 ? cleaned : cleaned.map((list) => [...list, kinds.map(kindWord)]);
  if (isSqlite(db))
    query.whereRaw("geo_entries.id IN (SELECT rowid FROM geo_entries_words WHERE geo_entries_words MATCH ?)", [
      fts5(lists),
    ]);
  else query.whereRaw("MATCH (geo_entries.words) AGAINST (? IN BOOLEAN MODE)", [mysql(lists)]);
}

/** What the index reads of an entry. */
export const indexedText = (db: Db, kind: string, words: readonly string[]): string => {
  const all = [kindWord(kind), ...words.map(plain)];
  return (isSqlite(db) ? all : all.map(mysqlWord)).join(" ");
};

/** SQLite's table of words follows the entries. */
export async function insertWords(trx: Db, rows: readonly { id: number; words: string }[]): Promise<void> {
  if (!isSqlite(trx) || rows.length === 0) return;
  const values = rows.map(() => "(?, ?)").join(", ");
  await trx.raw(
    `INSERT INTO geo_entries_words (rowid, words) VALUES ${values}`,
    rows.flatMap(({ id, words }) => [id, words]),
  );
}

export async function deleteWords(trx: Db, ids: readonly number[]): Promise<void> {
  if (!isSqlite(trx) || ids.length === 0) return;
  await trx.raw(`DELETE FROM geo_entries_words WHERE rowid IN (${ids.map(() => "?").join(", ")})`, [...ids]);
}
