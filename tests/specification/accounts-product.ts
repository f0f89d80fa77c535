import type { SpecificationRow } from "./row";

/** Section 1 of accounts and administration: what the product does and for whom. */
export const ACCOUNTS_PRODUCT: readonly SpecificationRow[] = [
  { id: "AA-1.01", kind: "rule", text: "A paid subscription gives a quota of visits per billing period." },
  { id: "AA-1.02", kind: "rule", text: "There is a 7-day trial: package free, shown as 'Trial'.", also: ["AA 9"] },
  { id: "AA-1.03", kind: "right", text: "Drivers too can see a route or a visit through a public tracking link." },
  { id: "AA-1.04", kind: "right", text: "A platform (super) administrator manages all users and companies." },
  {
    id: "AA-1.05",
    kind: "field",
    text: "Each user has personal settings: map provider, routing engine and development time-simulation values.",
  },
  {
    id: "AA-1.06",
    kind: "field",
    text:
      "The industry list has 27 entries: Food delivery, Water delivery, Logistics companies, Online stores, " +
      "Supermarket chains, Pharmacies, Clinics, Dairy product distribution, Frozen goods distribution, " +
      "Construction, Utility services, Tour operators, Excursion planning, Food production, Flower delivery, " +
      "Gift set delivery, Agriculture, Agricultural product transportation, IT services for route planning, " +
      "Financial institutions, Cash-in-transit services, Education, Participant transportation for events, " +
      "Sports events, Events, Freight transportation, Other.",
    also: ["PC 1"],
  },
  { id: "AA-1.07", kind: "call", text: "A help-chat service receives the user's e-mail, name, id, phone and company." },
  {
    id: "AA-1.08",
    kind: "call",
    text: "A maps service script is loaded from a third party.",
    differs: "decision 057: no script comes from elsewhere; Google's map is tiles that the product draws.",
  },
];
