/** Takes a person's names and contacts out of what others have written. */
import { spellings } from "~/domain/rights/person-in-text";
import type { PersonFinder, PersonWords } from "~/domain/rights/person-in-text";
import type { Knex } from "knex";
import type { Db } from "../client.server";
import { whereContains } from "../dialect.server";
import { packedColumns, packTexts, unpackTexts } from "../packed-texts.server";
import type { ShortPieces } from "../short-pieces.server";
import { columnsOf, TABLE_USES } from "./table-uses";
import type { TableName } from "./table-uses";

/** Words that are the person's in some texts. */
export interface KnownAs {
  words: PersonWords;
  finder: PersonFinder;
}

export interface PersonInTexts {
  pseudonym: string;
  /** their e-mail, if they have proven that it is theirs: nobody else's, whatever the text */
  proven: KnownAs;
  /** and what the company itself calls them: theirs in what its team writes about itself */
  inTeam: KnownAs;
}

const isUnknown = ({ words }: KnownAs): boolean => words.contacts.length + words.names.length === 0;

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
  const ofTeam = columnsOf(use, "people");
  const packed = packedColumns(table);
  const columns = columnsOf(use, "people", "recipients", "inner").filter(
    (column) => column !== "rows_path" && !packed.includes(column),
  );
  if (columns.length === 0 || isUnknown(person.inTeam)) return;
  const knownIn = (column: string): KnownAs => (ofTeam.includes(column) ? person.inTeam : person.proven);
  const facts = await factsOf(db, table);
  let after: number | string = 0;
  await pieces.repeat(async (trx, size) => {
    const rows = () => scope(trx(table as string)).where(key, ">", after);
    const keys = (await rows().orderBy(key).limit(size).pluck(key)) as number[];
    const last = keys.at(-1);
    if (last === undefined) return false;
    const found = rows()
      .where(key, "<=", last)
      .select([key, ...columns, ...packed]);
    found.where((either) => {
      whereMentioned(either, columns, person.inTeam.words);
      // What is packed can't be searched by the database.
      for (const column of packed) either.orWhereNotNull(column);
    });
    for (const stored of (await found) as Row[]) {
      const row = await unpackTexts(table, stored);
      const changes = changesOf(row, columns, { facts, knownIn, pseudonym: person.pseudonym });
      if (Object.keys(changes).length > 0)
        await trx(table as string)
          .where(key, row[key] as number)
          .update(await packTexts(table, changes));
    }
    after = last;
    return keys.length === size;
  });
}

/**
 * Name and phone of an account are what its person says they are, and a customer may have the same: in texts about
 * customers, and in workings of the program that hold such texts, an e-mail alone is proven to be theirs.
 */
function changesOf(
  row: Row,
  columns: readonly string[],
  {
    facts,
    knownIn,
    pseudonym,
  }: { facts: ReadonlyMap<string, ColumnFacts>; knownIn: (column: string) => KnownAs; pseudonym: string },
): Record<string, string | null> {
  const changes: Record<string, string | null> = {};
  for (const column of columns) {
    const value = row[column];
    if (typeof value !== "string" || value === "") continue;
    const { words, finder } = knownIn(column);
    const { maxLength = null, nullable = false, hasEmptyDefault = false } = facts.get(column) ?? {};
    const text = finder.without(value);
    if (text === value) continue;
    const isContactAlone = words.contacts.some((contact) => contact.toLowerCase() === value.trim().toLowerCase());
    if (isContactAlone && nullable) changes[column] = null;
    else if (isContactAlone && hasEmptyDefault) changes[column] = "";
    else if (isContactAlone) changes[column] = pseudonym.slice(0, maxLength ?? undefined);
    else changes[column] = maxLength === null ? text : text.slice(0, maxLength);
  }
  return changes;
}
