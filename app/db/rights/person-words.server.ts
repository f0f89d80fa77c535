/** Takes a person's names and contacts out of what others have written. */
import { spellings } from "~/domain/rights/person-in-text";
import type { PersonFinder, PersonWords } from "~/domain/rights/person-in-text";
import type { Knex } from "knex";
import type { Db } from "../client.server";
import { whereContains } from "../dialect.server";
import type { ShortPieces } from "../short-pieces.server";
import { columnsOf, TABLE_USES } from "./table-uses";
import type { TableName } from "./table-uses";

export interface PersonInTexts {
  words: PersonWords;
  finder: PersonFinder;
  pseudonym: string;
}

type Row = Record<string, unknown>;
type Scope = (query: Knex.QueryBuilder) => Knex.QueryBuilder;

interface ColumnFacts {
  maxLength: number | null;
  nullable: boolean;
  hasEmptyDefault: boolean;
}

async function factsOf(db: Db, table: TableName): Promise<Map<string, ColumnFacts>> {
  const info = await db(table as string).columnInfo();
  return new Map(
    Object.entries(info).map(([name, { maxLength, nullable, defaultValue }]) => [
      name,
      {
        maxLength: Number(maxLength) > 0 ? Number(maxLength) : null,
        nullable,
        hasEmptyDefault: ["", "''"].includes(String(defaultValue)),
      },
    ]),
  );
}

/** Rows in which one of the words may stand, in any of the columns. */
export const whereMentioned = (query: Knex.QueryBuilder, columns: readonly string[], words: PersonWords): void =>
  void query.where((either) => {
    for (const word of spellings([...words.contacts, ...words.names]))
      either.orWhere((one) => whereContains(one, columns, word));
  });

/**
 * Goes through the rows of a table window by window, so that each look is short, whether anything is found or not.
 * @param scope whose rows
 */
export async function takeOutOfTable(
  db: Db,
  pieces: ShortPieces,
  { table, scope, person }: { table: TableName; scope: Scope; person: PersonInTexts },
): Promise<void> {
  const use = TABLE_USES[table];
  const { key } = use;
  const columns = columnsOf(use, "people", "recipients", "inner").filter((column) => column !== "rows_path");
  if (columns.length === 0 || person.words.contacts.length + person.words.names.length === 0) return;
  const facts = await factsOf(db, table);
  let after: number | string = 0;
  await pieces.repeat(async (trx, size) => {
    const rows = () => scope(trx(table as string)).where(key, ">", after);
    const keys = (await rows().orderBy(key).limit(size).pluck(key)) as number[];
    const last = keys.at(-1);
    if (last === undefined) return false;
    const found = rows()
      .where(key, "<=", last)
      .select([key, ...columns]);
    whereMentioned(found, columns, person.words);
    for (const row of (await found) as Row[]) {
      const changes = changesOf(row, columns, { table, facts, person });
      if (Object.keys(changes).length > 0)
        await trx(table as string)
          .where(key, row[key] as number)
          .update(changes);
    }
    after = last;
    return keys.length === size;
  });
}

/**
 * A customer may have the same name as the person: among customers' data a name goes where an e-mail or a phone of the
 * person stands beside it, and stays where none does.
 */
function changesOf(
  row: Row,
  columns: readonly string[],
  { table, facts, person }: { table: TableName; facts: ReadonlyMap<string, ColumnFacts>; person: PersonInTexts },
): Record<string, string | null> {
  const { finder, words, pseudonym } = person;
  const recipients = new Set(TABLE_USES[table].columns.recipients ?? []);
  const isTheirs = columns.some((column) => finder.hasContact(String(row[column] ?? "")));
  const changes: Record<string, string | null> = {};
  for (const column of columns) {
    const value = row[column];
    if (typeof value !== "string" || value === "") continue;
    const { maxLength = null, nullable = false, hasEmptyDefault = false } = facts.get(column) ?? {};
    const text = finder.without(value, isTheirs || !recipients.has(column));
    if (text === value) continue;
    const isContactAlone = words.contacts.some((contact) => contact.toLowerCase() === value.trim().toLowerCase());
    if (isContactAlone && nullable) changes[column] = null;
    else if (isContactAlone && hasEmptyDefault) changes[column] = "";
    else if (isContactAlone) changes[column] = pseudonym.slice(0, maxLength ?? undefined);
    else changes[column] = maxLength === null ? text : text.slice(0, maxLength);
  }
  return changes;
}
