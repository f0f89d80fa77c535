/** The short reference lists of the specification. Ids are fixed: other rows refer to them. */

/** Companies' line of business; the id is the place in the list. Only ever appended. */
export const INDUSTRIES: readonly string[] = [
  "Food delivery",
  "Water delivery",
  "Logistics companies",
  "Online stores",
  "Supermarket chains",
  "Pharmacies",
  "Clinics",
  "Dairy product distribution",
  "Frozen goods distribution",
  "Construction",
  "Utility services",
  "Tour operators",
  "Excursion planning",
  "Food production",
  "Flower delivery",
  "Gift set delivery",
  "Agriculture",
  "Agricultural product transportation",
  "IT services for route planning",
  "Financial institutions",
  "Cash-in-transit services",
  "Education",
  "Participant transportation for events",
  "Sports events",
  "Events",
  "Freight transportation",
  "Other",
];

/** Why a visit could not be served, and its picture among the public files; the id is the place in the list. */
export const FAIL_REASONS: readonly (readonly [title: string, image: string])[] = [
  ["Not at the address", "/fail-reasons/not-at-address.svg"],
  ["No answer to the call", "/fail-reasons/no-answer.svg"],
  ["Incorrect phone number", "/fail-reasons/wrong-number.svg"],
  ["Incorrect address", "/fail-reasons/wrong-address.svg"],
  ["Could not find the address", "/fail-reasons/not-found.svg"],
  ["Refused", "/fail-reasons/refused.svg"],
  ["Other", "/fail-reasons/other.svg"],
];

interface PackageSeed {
  id: number;
  key: string;
  title: string;
  periodMonths: number | null;
  trialDays: number | null;
  /** percent */
  discount: number | null;
  /** euro per visit, one per tier */
  prices: readonly number[];
}

export const BILLING_PACKAGES: readonly PackageSeed[] = [
  {
    id: 1,
    key: "optimization_monthly",
    title: "1 month",
    periodMonths: 1,
    trialDays: null,
    discount: 0,
    prices: [0.05, 0.04, 0.03],
  },
  {
    id: 2,
    key: "optimization_6_months",
    title: "6 months",
    periodMonths: 6,
    trialDays: null,
    discount: 10,
    prices: [0.045, 0.036, 0.027],
  },
  {
    id: 3,
    key: "optimization_yearly",
    title: "Yearly",
    periodMonths: 12,
    trialDays: null,
    discount: 15,
    prices: [0.0425, 0.034, 0.0255],
  },
  { id: 4, key: "custom", title: "Custom", periodMonths: null, trialDays: null, discount: null, prices: [0.003] },
  { id: 5, key: "free", title: "Trial", periodMonths: null, trialDays: 7, discount: null, prices: [] },
];
