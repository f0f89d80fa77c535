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
  const changesIn = (row: Row) => changesOf(row, columns, { facts, knownIn, pseudonym: person.pseudonym });
  if (packed.length > 0)
    return takeOutOfLongTexts(pieces, { table, scope, key, columns: [...columns, ...packed], changesIn });
  let after: number | string = 0;
  await pieces.repeat(async (trx, size) => {
    const rows = () => scope(trx(table as string)).where(key, ">", after);
    const keys = (await rows().orderBy(key).limit(size).pluck(key)) as number[];
    const last = keys.at(-1);
    if (last === undefined) return false;
    const found = rows()
      .where(key, "<=", last)
      .select([key, ...columns]);
    whereMentioned(found, columns, person.inTeam.words);
    for (const row of (await found) as Row[]) {
      const changes = changesIn(row);
      if (Object.keys(changes).length > 0)
        await trx(table as string)
          .where(key, row[key] as number)
          .update(changes);
    }
    after = last;
    return keys.length === size;
  });
}

type Changes = Record<string, string | null>;

/** Keys that are read at once. */
const MOST_KEYS = 400;

interface LongTexts {
  table: TableName;
  scope: Scope;
  key: string;
  /** that are read */
  columns: readonly string[];
  changesIn: (row: Row) => Changes;
}

/**
 * What is packed can't be searched by the database, and takes long to inflate: each row is searched by itself, without
 * a transaction, and read again in one of its own where it names the person.
 */
async function takeOutOfLongTexts(pieces: ShortPieces, { table, scope, key, columns, changesIn }: LongTexts) {
  const changesOfRow = async (db: Db, id: number): Promise<Changes> => {
    const [stored] = (await scope(db(table as string))
      .where(key, id)
      .select([key, ...columns])) as Row[];
    return stored === undefined ? {} : changesIn(await unpackTexts(table, stored));
  };
  const rewrite = async (trx: Db, [id]: number[]): Promise<void> => {
    const changes = await changesOfRow(trx, id!);
    if (Object.keys(changes).length > 0)
      await trx(table as string)
        .where(key, id!)
        .update(await packTexts(table, changes));
  };
  for (let after = 0; ;) {
    const keys = await pieces.look(
      async (db) =>
        (await scope(db(table as string))
          .where(key, ">", after)
          .orderBy(key)
          .limit(MOST_KEYS)
          .pluck(key)) as number[],
    );
    for (const id of keys) {
      const changes = await pieces.look((db) => changesOfRow(db, id));
      if (Object.keys(changes).length > 0) await pieces.write([id], rewrite);
    }
    if (keys.length < MOST_KEYS) return;
    after = keys.at(-1)!;
  }
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
): Changes {
  const changes: Changes = {};
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
