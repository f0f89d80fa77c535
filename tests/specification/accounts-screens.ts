import type { SpecificationRow } from "./row";

/** Section 2 of accounts and administration: company area, platform-admin area, tracking and the rest. */
export const ACCOUNTS_SCREENS: readonly SpecificationRow[] = [
  {
    id: "AA-2.47",
    kind: "field",
    text:
      "The billing page shows package, status label ('Trial' or 'Active'), usage of visits against the limit " +
      "with a colour, period and end date.",
    also: ["AA 4"],
  },
  { id: "AA-2.48", kind: "message", text: "An end date of null shows 'Forever' on the billing page." },
  { id: "AA-2.49", kind: "screen", text: "The billing page has a cancel action." },
  { id: "AA-2.50", kind: "screen", text: "The team page lists members with roles." },
  {
    id: "AA-2.51",
    kind: "field",
    text: "The member edit modal has name, surname, e-mail, phone, status and role switches.",
  },
  { id: "AA-2.52", kind: "screen", text: "The API page shows the company api_key with a regenerate action." },
  { id: "AA-2.53", kind: "path", text: "The platform-admin area has an index and dashboard, users and companies." },
  { id: "AA-2.54", kind: "path", text: "/admin/company has the same children as /company." },
  {
    id: "AA-2.55",
    kind: "rule",
    text: "After a super administrator opens another user's company, the app opens /admin/company/general.",
    also: ["AA 6"],
  },
  {
    id: "AA-2.56",
    kind: "rule",
    text: "After a company becomes current for a super administrator, the app opens /admin/company/general.",
  },
  { id: "AA-2.57", kind: "constant", text: "Admin tables use page size 25.", also: ["AA 9"] },
  {
    id: "AA-2.58",
    kind: "right",
    text: "/tracking, /tracking/route/{id} and /tracking/visit/{id} are for signed-in users.",
  },
  { id: "AA-2.59", kind: "screen", text: "A route tracking page shows a copy-link action." },
  { id: "AA-2.60", kind: "screen", text: "A small avatar shows the image or the initials." },
];
