import type { SpecificationRow } from "./row";

/** Section 7 of accounts and administration: the calls. */
export const ACCOUNTS_CALLS: readonly SpecificationRow[] = [
  {
    id: "AA-7.01",
    kind: "call",
    text: "A success is a response with status success and data (and optional translate).",
  },
  { id: "AA-7.02", kind: "call", text: "GET user/check-auth answers the boolean authenticated." },
  {
    id: "AA-7.03",
    kind: "call",
    text: "GET user/get-data answers the user object (with settings, is_completed) and is_admin.",
  },
  { id: "AA-7.04", kind: "call", text: "POST user/save-settings takes settings as a JSON string." },
  { id: "AA-7.05", kind: "call", text: "POST api/login signs in." },
  { id: "AA-7.06", kind: "call", text: "POST api/logout signs out." },
  { id: "AA-7.07", kind: "call", text: "POST api/register signs up." },
  { id: "AA-7.08", kind: "call", text: "POST api/password/email requests a password reset." },
  { id: "AA-7.09", kind: "call", text: "POST api/password/reset is part of the reset flow." },
  { id: "AA-7.10", kind: "call", text: "POST api/password/confirm is part of the reset flow." },
  { id: "AA-7.11", kind: "call", text: "GET api/password/reset with token is part of the reset flow." },
  { id: "AA-7.12", kind: "call", text: "POST/GET api/email/verify is part of the e-mail verification flow." },
  {
    id: "AA-7.13",
    kind: "call",
    text: "POST/GET api/email/verify/{id}/{hash} is part of the e-mail verification flow.",
  },
  { id: "AA-7.14", kind: "call", text: "POST/GET api/email/resend is part of the e-mail verification flow." },
  { id: "AA-7.15", kind: "call", text: "GET social/{driver}/login and its callback are the social sign-in." },
  { id: "AA-7.16", kind: "call", text: "POST users.quick-register takes email and language_id." },
  {
    id: "AA-7.17",
    kind: "call",
    text:
      "GET users list with id and type members answers the user's company accesses (company_title, company_id, " +
      "role flags).",
  },
  {
    id: "AA-7.18",
    kind: "call",
    text: "GET users list with id and action send-verification sends the verification mail.",
  },
  {
    id: "AA-7.19",
    kind: "message",
    text: "A sent verification mail shows 'Verification email sent successfully.'.",
    also: ["AA 8"],
  },
  { id: "AA-7.20", kind: "call", text: "GET users list with action check-email and email is truthy when available." },
  {
    id: "AA-7.21",
    kind: "call",
    text:
      "POST users update-field takes id, field, value for name, surname, country_id, phone, status, email, " +
      "email_verified_at, deleted_at, admin_comment and active_at.",
  },
  {
    id: "AA-7.22",
    kind: "call",
    text: "POST users update takes old_password and new_password for one's own password.",
  },
  { id: "AA-7.23", kind: "call", text: "POST users update takes id and new_password for an admin." },
  {
    id: "AA-7.24",
    kind: "call",
    text:
      "POST users.upload-image and POST company.upload-image (multipart image, file_name, item_id, owner_id, " +
      "type) answer image.",
  },
  { id: "AA-7.25", kind: "call", text: "GET company list takes append by user_id." },
  { id: "AA-7.26", kind: "call", text: "GET company list with company_ids returns billing statistics per company." },
  {
    id: "AA-7.27",
    kind: "call",
    text:
      "GET company data load is six lists by company_id (plans, routes, warehouses and others) plus a " +
      "real-time subscription.",
  },
  { id: "AA-7.28", kind: "call", text: "There is GET company-billing list." },
  { id: "AA-7.29", kind: "call", text: "POST company-billing/cancel takes company_id." },
  {
    id: "AA-7.30",
    kind: "message",
    text: "A cancelled plan shows the success toast 'Success' / 'Your plan has been cancelled successfully.'.",
    also: ["AA 8"],
  },
  { id: "AA-7.31", kind: "call", text: "company-billing has update-custom and invoices." },
  {
    id: "AA-7.32",
    kind: "call",
    text:
      "company/billing has session, sessionSuccess, sessionCancel, portal and payment-method " +
      "(card-payment-provider session calls).",
  },
  {
    id: "AA-7.33",
    kind: "call",
    text: "POST map-service/get-address takes lat, lng and answers display_name (and country_code).",
  },
  { id: "AA-7.34", kind: "call", text: "POST map-service/get-location takes address and answers coordinates." },
  { id: "AA-7.35", kind: "call", text: "There is GET statistic/cards for the admin dashboard." },
  { id: "AA-7.36", kind: "call", text: "There is GET code/generator for the system generator." },
  { id: "AA-7.37", kind: "constant", text: "Places autocomplete sends country codes 15 per request.", also: ["AA 9"] },
  { id: "AA-7.38", kind: "rule", text: "The session token of the places autocomplete is refreshed after a choice." },
  {
    id: "AA-7.39",
    kind: "call",
    text: "Reverse and forward geocoding supply display_name, country_code and location lat/lng.",
  },
  { id: "AA-7.40", kind: "rule", text: "The tile map is google-styled or open map tiles per user setting." },
  { id: "AA-7.41", kind: "call", text: "A private channel is named by base name plus id." },
  {
    id: "AA-7.42",
    kind: "constant",
    text: "The development socket port is 6001.",
    differs: "decision 041: the socket is on the server's own port, in development too.",
  },
];
