/**
 * Long texts that are kept deflated, in a column of their own beside the one of the text: a fifth of the room for the
 * inputs and results of calculations, which are most of a database. Rows that were stored before, and short ones, have
 * the text itself. Repositories hand rows out with their texts; nothing else knows of the packed ones.
 */
import { promisify } from "node:util";
import { deflate, inflate } from "node:zlib";

const PACKED: Readonly<Partial<Record<string, Readonly<Record<string, string>>>>> = {
  routing_queries: { input: "input_packed", output: "output_packed" },
};

/** Shorter texts take a page of the database in any case. */
const SHORTEST = 1000;

/** Half the time of the usual level, for a tenth more room. */
const LEVEL = 3;

const deflated = promisify<string, { level: number }, Buffer>(deflate);
const inflated = promisify<Buffer, Buffer>(inflate);

type Values = Record<string, unknown>;

/** Columns of packed texts; none for most tables. */
export const packedColumns = (table: string): string[] => Object.values(PACKED[table] ?? {});

/** Values for a row: each text that is among them goes into one column, and empties the other. */
export async function packTexts<T extends object>(table: string, values: T): Promise<T> {
  const stored = { ...values } as Values;
  for (const [column, packed] of Object.entries(PACKED[table] ?? {})) {
    const text = stored[column];
    if (text === undefined) continue;
    const isLong = typeof text === "string" && text.length >= SHORTEST;
    stored[packed] = isLong ? await deflated(text, { level: LEVEL }) : null;
    if (isLong) stored[column] = null;
  }
  return stored as T;
}

/** A row as it was read, with its texts. */
export async function unpackTexts<T extends object>(table: string, row: T): Promise<T> {
  const told = { ...row } as Values;
  for (const [column, packed] of Object.entries(PACKED[table] ?? {})) {
    const bytes = told[packed];
    delete told[packed];
    if (Buffer.isBuffer(bytes)) told[column] = (await inflated(bytes)).toString("utf8");
  }
  return told as T;
}
