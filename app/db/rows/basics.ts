import type { UtcText } from "~/domain/time/utc-text";

/**
 * The rows of every table, exactly as they are stored (names as in the migrations).
 *
 * What holds in all of them:
 * - `UtcText` is UTC text 'YYYY-MM-DD HH:mm:ss' in a string(19) column. Text, and not a date type, because it
 *   compares, sorts and reads back the same on SQLite and MariaDB, and no driver shifts it by a time zone.
 * - `DateText` is 'YYYY-MM-DD' (a day of the warehouse's calendar), `HourText` is 'HH:mm' (the warehouse's clock).
 * - `JsonText` is JSON as text; `codecs.server.ts` parses it. `Flag` is 0 or 1.
 * - "0 means none" of the specification is NULL here, so that foreign keys hold.
 * - `deleted_at` not NULL: removed for people, kept for history. Repositories hide such rows.
 */
export type { UtcText };
export type DateText = string;
export type HourText = string;
export type JsonText = string;
export type Flag = 0 | 1;

export interface Stamps {
  created_at: UtcText;
  updated_at: UtcText;
}

/** A row to insert: the named columns must be given, the others have defaults. */
export type New<Row, Required extends keyof Row> = Pick<Row, Required> & Partial<Omit<Row, Required | "id">>;
/** Columns to change. */
export type Changes<Row> = Partial<Omit<Row, "id" | "company_id" | "created_at">>;
