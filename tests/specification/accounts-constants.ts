import type { SpecificationRow } from "./row";

/** Section 9 of accounts and administration: business constants and limits. */
export const ACCOUNTS_CONSTANTS: readonly SpecificationRow[] = [
  { id: "AA-9.01", kind: "constant", text: "Activity tracking is throttled to 1 s." },
  { id: "AA-9.02", kind: "rule", text: "The default map centre applies when there is no country." },
  {
    id: "AA-9.03",
    kind: "constant",
    text: "The pagination option is 100 instead of All when select-all is disabled.",
    differs: "decision 099: none forbids to choose all rows; the option is 500 where a list has more than that.",
  },
  { id: "AA-9.04", kind: "constant", text: "Standard tables have 15 rows." },
  {
    id: "AA-9.05",
    kind: "rule",
    text: "Currency is shown with the euro symbol, two decimals and thousands separated by commas.",
  },
  { id: "AA-9.06", kind: "constant", text: "The autocomplete debounce is 500 ms." },
  { id: "AA-9.07", kind: "constant", text: "The profile photo miniature has size 100." },
  { id: "AA-9.08", kind: "constant", text: "The e-mail toast lasts 3 s." },
];
