import type { SpecificationRow } from "./row";

/** Section 6 of accounts and administration: roles and permissions. */
export const ACCOUNTS_RIGHTS: readonly SpecificationRow[] = [
  { id: "AA-6.01", kind: "rule", text: "The company owner is the user whose id equals the company's user_id." },
  {
    id: "AA-6.02",
    kind: "right",
    text: "User ids 1 and 2 are sudo/dev admins.",
    differs: "decision 075: rights are in the column platform_role, and no id of an account means anything.",
  },
  {
    id: "AA-6.03",
    kind: "right",
    text: "User ids 4 and 5 are the dev team.",
    differs: "decision 075: rights are in the column platform_role, and no id of an account means anything.",
  },
  { id: "AA-6.04", kind: "right", text: "The sudo admin or the dev team see Development settings." },
  { id: "AA-6.05", kind: "field", text: "Development settings are custom time, start time and speed factor." },
  { id: "AA-6.06", kind: "right", text: "A super admin is a dev admin or a user with the server is_admin flag." },
  { id: "AA-6.07", kind: "right", text: "A super admin may load all companies." },
  { id: "AA-6.08", kind: "right", text: "A super admin may delete other users." },
  { id: "AA-6.09", kind: "right", text: "A super admin may edit a user's e-mail." },
  { id: "AA-6.10", kind: "right", text: "A super admin may verify a user manually." },
  { id: "AA-6.11", kind: "right", text: "A super admin may send a verification mail." },
  { id: "AA-6.12", kind: "right", text: "A super admin may set another user's password." },
  { id: "AA-6.13", kind: "right", text: "A super admin may edit admin comments." },
  { id: "AA-6.14", kind: "right", text: "A super admin may open any company." },
  { id: "AA-6.15", kind: "right", text: "Any user may change own password and preferences." },
  { id: "AA-6.16", kind: "right", text: "Anyone may edit name, surname, country and phone of the profile shown." },
];
