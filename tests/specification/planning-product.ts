import type { SpecificationRow } from "./row";

/** Section 1 of the planning core: what the product does and for whom. */
export const PLANNING_PRODUCT: readonly SpecificationRow[] = [
  {
    id: "PC-1.01",
    kind: "rule",
    text: "A company owns vehicles, warehouses, team members, visits (stops) and routing plans.",
  },
  { id: "PC-1.02", kind: "rule", text: "Visits are grouped into routes, and routes are assigned to vehicles." },
  { id: "PC-1.03", kind: "rule", text: "A plan is made for a service date and starts from a warehouse." },
  { id: "PC-1.04", kind: "right", text: "Dispatchers and company staff plan and manage routes.", also: ["AA 1"] },
  { id: "PC-1.05", kind: "right", text: "Drivers follow routes.", also: ["AA 1"] },
  { id: "PC-1.06", kind: "right", text: "Drivers confirm deliveries and pickups with photos, a signature and a note." },
  {
    id: "PC-1.07",
    kind: "right",
    text: "Customers and recipients can follow a route or a visit through a public tracking link.",
    also: ["AA 1"],
  },
  { id: "PC-1.08", kind: "screen", text: "There is live tracking of routes and visits." },
  { id: "PC-1.09", kind: "screen", text: "There is a calculation history with a JSON view and a map view." },
  { id: "PC-1.10", kind: "screen", text: "There is a billing area." },
  { id: "PC-1.11", kind: "screen", text: "There is an API area." },
  { id: "PC-1.12", kind: "screen", text: "There is a platform-admin area." },
  { id: "PC-1.13", kind: "rule", text: "Visits can be imported in bulk from a spreadsheet." },
  { id: "PC-1.14", kind: "rule", text: "Vehicles can be imported in bulk from a spreadsheet." },
  { id: "PC-1.15", kind: "rule", text: "The interface language is English." },
  {
    id: "PC-1.16",
    kind: "path",
    text: "The app is served under the base path /platform/ and all paths are relative to it.",
    also: ["PC 2", "AA 1", "AA 2"],
  },
  { id: "PC-1.17", kind: "path", text: "The app uses history-style URLs (no hash in the address).", also: ["AA 2"] },
  {
    id: "PC-1.18",
    kind: "path",
    text: "A visitor on the bare marketing host is redirected to the app host under /platform/.",
    also: ["AA 1"],
  },
];
