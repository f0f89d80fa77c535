import type { SpecificationRow } from "./row";

/** Section 2 of accounts and administration: the complete-profile modal and the user profile. */
export const ACCOUNTS_PROFILE: readonly SpecificationRow[] = [
  { id: "AA-2.20", kind: "rule", text: "The complete-profile modal is not closable." },
  {
    id: "AA-2.21",
    kind: "screen",
    text: "The complete-profile modal shows after verification when the user is not completed.",
    also: ["AA 4"],
    differs: "decision 069: drivers plan nothing and are asked by a form under their routes instead.",
  },
  { id: "AA-2.22", kind: "field", text: "The complete-profile modal has Name, Surname (not required) and Phone." },
  {
    id: "AA-2.23",
    kind: "field",
    text: "In the complete-profile modal Phone is in national mode with a country picker and search.",
  },
  {
    id: "AA-2.24",
    kind: "right",
    text:
      "Only company owners also see Company country, Company name, Business type and Warehouse Address in the " +
      "complete-profile modal.",
    also: ["AA 6"],
  },
  { id: "AA-2.25", kind: "field", text: "Business type offers the industry list." },
  { id: "AA-2.26", kind: "field", text: "Warehouse Address of the complete-profile modal is a map location picker." },
  { id: "AA-2.27", kind: "rule", text: "The button 'Get started' is enabled only when the form is ready." },
  { id: "AA-2.28", kind: "screen", text: "The user profile opens as a modal or a page." },
  { id: "AA-2.29", kind: "screen", text: "The user profile has the tabs Profile and Companies." },
  {
    id: "AA-2.30",
    kind: "field",
    text:
      "The profile header shows avatar, full name, an Active or Inactive chip, e-mail, country, phone, " +
      "registration date and last session date.",
  },
  { id: "AA-2.31", kind: "rule", text: "A click on the profile avatar uploads an image." },
  {
    id: "AA-2.32",
    kind: "field",
    text: "Personal Information has a read-only User ID, Name, Surname and a Country select.",
  },
  { id: "AA-2.33", kind: "field", text: "Contact Information has Phone and a read-only e-mail." },
  {
    id: "AA-2.34",
    kind: "right",
    text: "In Contact Information only a super administrator sees the edit button of the e-mail.",
  },
  {
    id: "AA-2.35",
    kind: "right",
    text: "For an unverified e-mail a super administrator sees the button 'Verify user manually'.",
  },
  {
    id: "AA-2.36",
    kind: "right",
    text: "For an unverified e-mail a super administrator sees the button 'Send verification email'.",
  },
  { id: "AA-2.37", kind: "right", text: "Preferences shows only on one's own profile." },
  { id: "AA-2.38", kind: "field", text: "Preferences holds map, router and the experimental flag." },
  { id: "AA-2.39", kind: "right", text: "Preferences holds the development settings for privileged users only." },
  { id: "AA-2.40", kind: "screen", text: "The section Password changes one's own password." },
  {
    id: "AA-2.41",
    kind: "right",
    text: "In the section Password a super administrator can set another user's password by generating a new one.",
  },
  { id: "AA-2.42", kind: "field", text: "Accesses lists the user's companies with role and company id." },
  {
    id: "AA-2.43",
    kind: "right",
    text: "The section Comments with the admin comment shows to a super administrator only.",
  },
  {
    id: "AA-2.44",
    kind: "screen",
    text: "The Change Email modal has an E-mail input, a Verified checkbox, Cancel and Save.",
  },
  { id: "AA-2.45", kind: "screen", text: "The Companies tab shows the related companies in a table." },
  {
    id: "AA-2.46",
    kind: "field",
    text: "The table of the Companies tab has search, filters, Export All, Add company and paging.",
  },
];
