/** Rows that no test holds yet, each with the reason; the document shows them, and a tag takes a row off this list. */
export const MISSING: Readonly<Record<string, string>> = {};
