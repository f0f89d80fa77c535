/** Rows that no test holds yet, each with the reason; the document shows them, and a tag takes a row off this list. */
export const MISSING: Readonly<Record<string, string>> = {
  "AA-7.26": "there is no such call yet",
  "AA-7.28": "there is no such call yet",
  "AA-7.29": "there is no such call yet",
  "AA-7.31": "there is no such call yet",
  "AA-7.32": "there is no such call yet",
};
