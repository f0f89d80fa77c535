import type { SpecificationRow } from "./row";

/** Section 8 of accounts and administration: the error catalogue. */
export const ACCOUNTS_MESSAGES: readonly SpecificationRow[] = [
  { id: "AA-8.01", kind: "rule", text: "Status fail with string data shows the string as an error toast." },
  {
    id: "AA-8.02",
    kind: "rule",
    text: "Status fail with object data shows each value as a toast; silent calls show nothing.",
    differs: "decision 015: each value stands at its field; the message says the first.",
  },
  { id: "AA-8.03", kind: "rule", text: "Another non-success status shows data as an error toast." },
  { id: "AA-8.04", kind: "rule", text: "HTTP 422 gives the first validation message, or the message." },
  { id: "AA-8.05", kind: "message", text: "HTTP 429 gives the server message, or 'Too many login attempts.'." },
  {
    id: "AA-8.06",
    kind: "message",
    text: "HTTP 400 gives the data message, or 'Something goes wrong. Please try later'.",
  },
  { id: "AA-8.07", kind: "message", text: "HTTP 401 gives status not_authorized and 'You are not authorized'." },
  { id: "AA-8.08", kind: "message", text: "HTTP 409 gives 'Object already exists.'." },
  { id: "AA-8.09", kind: "message", text: "HTTP 0 gives status offline and 'You are offline'." },
  { id: "AA-8.10", kind: "message", text: "HTTP 524 gives 'A timeout occurred'." },
  {
    id: "AA-8.11",
    kind: "message",
    text: "HTTP 500 gives 'Value {value} already exists!' when the database message mentions code 1062.",
  },
  { id: "AA-8.12", kind: "message", text: "HTTP 500 otherwise gives 'Something goes wrong. Please try later'." },
  {
    id: "AA-8.13",
    kind: "message",
    text: "Any other HTTP code gives status other and 'Something goes wrong. Please try later'.",
  },
  { id: "AA-8.14", kind: "message", text: "'Successfully updated!' is a message." },
  { id: "AA-8.15", kind: "message", text: "A regenerated api key shows 'Api key has been regenerated!'." },
  {
    id: "AA-8.16",
    kind: "message",
    text: "'Copied to clipboard.' is a message (with a full stop, other than in the planning core).",
  },
];
