import type { SpecificationRow } from "./row";

/** Section 3 of accounts and administration: entities and their fields. */
export const ACCOUNTS_ENTITIES: readonly SpecificationRow[] = [
  {
    id: "AA-3.01",
    kind: "field",
    text:
      "A user has id, name, surname, email, username, image, phone, language_id, country_id, time_zone, " +
      "active_at, status, created_at, email_verified_at, is_completed, admin_comment, deleted_at, settings.",
  },
  { id: "AA-3.02", kind: "field", text: "The is_admin flag of a user is supplied separately." },
  { id: "AA-3.03", kind: "field", text: "User status is active or ban, with the labels Active and Banned." },
  { id: "AA-3.04", kind: "field", text: "email_verified_at null means unverified." },
  { id: "AA-3.05", kind: "field", text: "is_completed is 0 or 1 and settings is a JSON string." },
  { id: "AA-3.06", kind: "rule", text: "The display title of a user is name plus surname, else e-mail." },
  {
    id: "AA-3.07",
    kind: "field",
    text:
      "User settings are company_id, experimental, map, router, dev_custom_time, dev_start_time, " +
      "dev_current_time, dev_speed_factor.",
  },
  { id: "AA-3.08", kind: "field", text: "The setting map is google by default, otherwise openstreetmap." },
  { id: "AA-3.09", kind: "field", text: "The setting router is osrm by default, valhalla is also offered." },
  {
    id: "AA-3.10",
    kind: "field",
    text: "The global settings country_id, unit_system_id and company_id are kept locally.",
    differs: "decision 074: they are of the account and the session, on the server, so that every browser has them.",
  },
  {
    id: "AA-3.11",
    kind: "field",
    text:
      "A company has id, title, user_id, image, phone, email, api_key, status, country_id, industry_id, " +
      "admin_comment, default_visit_balance_coefficient, default_squash_duration, default_visit_duration, " +
      "default_vehicle_start_hour, default_vehicle_end_hour, default_has_breaks, delivery_confirmation, " +
      "pickup_confirmation, confirmation_settings, fail_reasons_settings, created_at.",
  },
  { id: "AA-3.12", kind: "rule", text: "The user_id of a company is its owner.", also: ["AA 6"] },
  { id: "AA-3.13", kind: "field", text: "Company status is 1 active or 0 inactive, default 1.", also: ["AA 4"] },
  {
    id: "AA-3.14",
    kind: "field",
    text:
      "Company planning defaults: default_visit_balance_coefficient 0, default_squash_duration 1, " +
      "default_visit_duration 5 (minutes), default_vehicle_start_hour 08:00, default_vehicle_end_hour 18:00, " +
      "default_has_breaks 0.",
    also: ["AA 9"],
  },
  { id: "AA-3.15", kind: "field", text: "Company delivery_confirmation and pickup_confirmation default to 0." },
  {
    id: "AA-3.16",
    kind: "field",
    text:
      "Company confirmation_settings is JSON per tag with enabled, photo, signature: 0 none, 1 optional, 2 " +
      "required.",
  },
  { id: "AA-3.17", kind: "field", text: "Company fail_reasons_settings is a JSON list of fail reason ids." },
  { id: "AA-3.18", kind: "rule", text: "A default company title My Company is replaced when another company exists." },
  {
    id: "AA-3.19",
    kind: "field",
    text:
      "A company member has id, company_id, email, user_id, name, surname, phone, status, is_courier, " +
      "is_admin, is_dispatcher, related_company_id.",
  },
  { id: "AA-3.20", kind: "field", text: "Member user_id 0 means no linked account." },
  { id: "AA-3.21", kind: "field", text: "Member status defaults to 1." },
  { id: "AA-3.22", kind: "field", text: "A non-zero related_company_id marks a related company instead of a person." },
  {
    id: "AA-3.23",
    kind: "field",
    text: "Member invitation types are waiting 0, accepted 1, declined 2.",
    also: ["AA 4"],
  },
  {
    id: "AA-3.24",
    kind: "rule",
    text: "The display title of a member is name plus surname, else the user's name or e-mail, else User #id.",
  },
  { id: "AA-3.25", kind: "field", text: "Member option lists include 'Not assigned' (value 0)." },
  {
    id: "AA-3.26",
    kind: "field",
    text:
      "A company billing record has company_id, visits_used, visits_limit, package, subscription_price, " +
      "phase_id, customer_id, subscription_id, start_date, end_date, status, subscription_status, " +
      "visits_period, custom_cost_per_visit, custom_discount, next_reset.",
  },
  { id: "AA-3.27", kind: "field", text: "Billing status is actual or next.", also: ["AA 4"] },
  { id: "AA-3.28", kind: "field", text: "Billing subscription_status takes the value cancelled." },
  {
    id: "AA-3.29",
    kind: "field",
    text: "Billing visits_period is monthly, yearly or all_period, with the labels per month, per year, all period.",
  },
  {
    id: "AA-3.30",
    kind: "constant",
    text: "Package 1 month: key optimization_monthly, per month, discount 0, prices per visit 0.05, 0.04, 0.03.",
    also: ["AA 9"],
  },
  {
    id: "AA-3.31",
    kind: "constant",
    text: "Package 6 months: key optimization_6_months, 6 months, discount 10, prices per visit 0.045, 0.036, 0.027.",
    also: ["AA 9"],
  },
  {
    id: "AA-3.32",
    kind: "constant",
    text: "Package Yearly: key optimization_yearly, 12 months, discount 15, prices per visit 0.0425, 0.034, 0.0255.",
    also: ["AA 9"],
  },
  {
    id: "AA-3.33",
    kind: "constant",
    text: "Package Custom: key custom, period custom, no discount, price per visit 0.003.",
    also: ["AA 9"],
  },
  { id: "AA-3.34", kind: "constant", text: "Package Free: key free, 7-day trial, no price.", also: ["AA 9"] },
  { id: "AA-3.35", kind: "field", text: "A country has title, name, code, lng, lat." },
  { id: "AA-3.36", kind: "field", text: "A country area has an id and a list of codes.", also: ["AA 7"] },
];
