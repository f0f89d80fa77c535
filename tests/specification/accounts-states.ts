import type { SpecificationRow } from "./row";

/** Section 4 of accounts and administration: states and transitions. */
export const ACCOUNTS_STATES: readonly SpecificationRow[] = [
  { id: "AA-4.01", kind: "rule", text: "After login, user data and companies load." },
  { id: "AA-4.02", kind: "rule", text: "After login an unverified user goes to e-mail verification." },
  { id: "AA-4.03", kind: "rule", text: "E-mail verification leaves to home once verified." },
  {
    id: "AA-4.04",
    kind: "rule",
    text: "An unfinished profile (is_completed 0) opens the complete-profile modal after login.",
    differs: "decision 069: drivers plan nothing and are asked by a form under their routes instead.",
  },
  { id: "AA-4.05", kind: "rule", text: "After logout the local cache is cleared and a logged-out event fires." },
  {
    id: "AA-4.06",
    kind: "right",
    text: "A super administrator toggles the user status between active and ban.",
    also: ["AA 6"],
  },
  { id: "AA-4.07", kind: "message", text: "Banning asks 'Attention', 'Are you sure you want to block the user?'." },
  { id: "AA-4.08", kind: "rule", text: "Unbanning asks no confirmation." },
  { id: "AA-4.09", kind: "rule", text: "Deleting a user sets deleted_at after a delete confirmation." },
  { id: "AA-4.10", kind: "right", text: "Deleting a user is not offered for oneself." },
  {
    id: "AA-4.11",
    kind: "rule",
    text: "E-mail change marked not verified clears email_verified_at and sends a verification mail.",
  },
  {
    id: "AA-4.12",
    kind: "rule",
    text: "E-mail change marked verified stamps email_verified_at with the current time if not yet verified.",
  },
  { id: "AA-4.13", kind: "rule", text: "A billing record is a trial when its package is free." },
  { id: "AA-4.14", kind: "rule", text: "A billing record is cancelled when subscription_status is cancelled." },
  { id: "AA-4.15", kind: "rule", text: "Usage colour is red when used is at or above the limit or the limit is 0." },
  { id: "AA-4.16", kind: "rule", text: "Usage colour is green below 89 percent of the limit.", also: ["AA 9"] },
  { id: "AA-4.17", kind: "rule", text: "Usage colour is otherwise orange." },
  { id: "AA-4.18", kind: "rule", text: "A tab session is tracked as active." },
  {
    id: "AA-4.19",
    kind: "constant",
    text: "The app is idle after 6 seconds (6000 ms) without input in the last active tab.",
    also: ["AA 9"],
  },
  { id: "AA-4.20", kind: "rule", text: "The user's active_at is updated on click, touch or key activity." },
  {
    id: "AA-4.21",
    kind: "constant",
    text: "The user's active_at is updated at most once per 60 seconds.",
    also: ["AA 9"],
  },
  {
    id: "AA-4.22",
    kind: "rule",
    text: "A user channel Update event with an updateCompanies action reloads the companies.",
    differs: "decision 041: the event is companies.",
  },
  { id: "AA-4.23", kind: "rule", text: "Real-time events that come from the same socket are ignored." },
  {
    id: "AA-4.24",
    kind: "rule",
    text:
      "If the user's country is unset and a valid phone is entered, the country is taken from the phone's " +
      "country code.",
  },
  { id: "AA-4.25", kind: "rule", text: "An unknown country code of a phone maps to country id 1." },
];
