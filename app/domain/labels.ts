/**
 * Small helpers for const maps of codes.
 *
 * Every status in the domain is a const map (`VisitStatus.Failed`) beside a table of labels; these helpers
 * read the tables so that an unknown code never crashes a list.
 */

/** The union of a const map's values: `ValueOf<typeof VisitStatus>` is `1 | 2 | 3 | 4 | 5`. */
export type ValueOf<T> = T[keyof T];

/** Text shown for a code that no table knows (the specification's wording for routes). */
const UNKNOWN_LABEL = "Unknown";

/** The label of a code, or `Unknown` for a code outside the table. */
export function labelOf(
  labels: Readonly<Record<string | number, string>>,
  code: string | number | null | undefined,
): string {
  if (code === null || code === undefined) return UNKNOWN_LABEL;
  return Object.prototype.hasOwnProperty.call(labels, code) ? (labels[code] ?? UNKNOWN_LABEL) : UNKNOWN_LABEL;
}
