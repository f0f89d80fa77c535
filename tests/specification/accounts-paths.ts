import type { SpecificationRow } from "./row";

const LEADS_ON =
  "decision 069: an account whose profile is not complete goes to /planning/main, and a driver to their routes.";

/** Section 2 of accounts and administration: authentication paths, named screens, admin paths and the guard. */
export const ACCOUNTS_PATHS: readonly SpecificationRow[] = [
  { id: "AA-2.01", kind: "path", text: "/login shows the sign-in." },
  {
    id: "AA-2.02",
    kind: "path",
    text: "/login redirects an authenticated user to /company.",
    differs: LEADS_ON,
  },
  { id: "AA-2.03", kind: "path", text: "/sign-up shows the registration." },
  {
    id: "AA-2.04",
    kind: "path",
    text: "/sign-up redirects an authenticated user to /company.",
    differs: LEADS_ON,
  },
  { id: "AA-2.05", kind: "path", text: "/forgot shows the request for a password reset." },
  {
    id: "AA-2.06",
    kind: "path",
    text: "/forgot redirects an authenticated user to /company.",
    differs: LEADS_ON,
  },
  { id: "AA-2.07", kind: "path", text: "/email-verify is shown when the e-mail is not verified." },
  { id: "AA-2.08", kind: "path", text: "/email-verify redirects to /company once the e-mail is verified." },
  { id: "AA-2.09", kind: "path", text: "/verify-mfa shows the second-factor step." },
  { id: "AA-2.10", kind: "path", text: "/reset with a token parameter and an e-mail parameter sets a new password." },
  { id: "AA-2.11", kind: "right", text: "The authentication paths are open to anonymous users." },
  { id: "AA-2.12", kind: "rule", text: "Login, sign-up and e-mail verification open with a full page reload." },
  { id: "AA-2.13", kind: "screen", text: "The named screen login opens after logout.", also: ["AA 4"] },
  { id: "AA-2.14", kind: "screen", text: "The named screen home opens after login." },
  { id: "AA-2.15", kind: "screen", text: "There is a named screen email-verify." },
  { id: "AA-2.16", kind: "screen", text: "The main planning screen has the name routing-plan-main.", also: ["AA 4"] },
  {
    id: "AA-2.17",
    kind: "screen",
    text: "The named screens visit-tracking, routing-sheet-page and routing-plan-page take the parameter id.",
  },
  {
    id: "AA-2.18",
    kind: "rule",
    text: "A route is marked open by the allow flag true.",
    differs: "decision 067: the matrix of doors says of each page what it takes; open is one of the words.",
  },
  {
    id: "AA-2.19",
    kind: "rule",
    text: "The application counts as ready once the path is no longer the bare root.",
    differs: "decision 099: the server answers with whole pages, and the bare root leads on to one.",
  },
];
