import type { SpecificationRow } from "./row";

/** Section 4 of the planning core: states of records, plans and routes. */
export const PLANNING_STATES_ROUTES: readonly SpecificationRow[] = [
  {
    id: "PC-4.001",
    kind: "rule",
    text: "A record's status is 1 active or 0 inactive and is switched by a toggle.",
    also: ["PC 9", "AA 4"],
  },
  {
    id: "PC-4.002",
    kind: "field",
    text: "Plan status is 1 created, 2 planning, 3 scheduled, 4 dispatching, 5 completed.",
  },
  { id: "PC-4.003", kind: "rule", text: "Marking a plan completed sets its status to 5." },
  { id: "PC-4.004", kind: "rule", text: "Marking a plan not completed sets its status to 1." },
  { id: "PC-4.005", kind: "rule", text: "Starting dispatch sets the plan status to 4." },
  { id: "PC-4.006", kind: "message", text: "The plan label reads 'Completed' or 'Not completed'." },
  { id: "PC-4.007", kind: "rule", text: "Delivered percent of a plan is delivered visits over all visits, rounded." },
  { id: "PC-4.008", kind: "rule", text: "Visits of a plan show as scheduled over total." },
  {
    id: "PC-4.009",
    kind: "rule",
    text: "In scheduled over total, a visit counts as scheduled when it is not unscheduled.",
  },
  {
    id: "PC-4.010",
    kind: "rule",
    text: "Changing the route start or end on a plan propagates to its routes that are still before the route stage.",
  },
  {
    id: "PC-4.011",
    kind: "rule",
    text: "Changing route start or end on a plan leaves its routes that are on route or completed as they are.",
  },
  {
    id: "PC-4.012",
    kind: "field",
    text:
      "Route status is 1 CREATED (shown 'Empty'), 2 PLANNING, 3 SCHEDULED, 4 ON_ROUTE (shown 'On route'), 5 " +
      "COMPLETED.",
  },
  { id: "PC-4.013", kind: "message", text: "Any other route status value shows 'Unknown'." },
  { id: "PC-4.014", kind: "rule", text: "Setting a query id on an Empty route moves it to Planning." },
  {
    id: "PC-4.015",
    kind: "rule",
    text: "Route approve does nothing if the route is locked.",
    differs: "decision 018: it changes nothing, and says that the route is locked.",
  },
  {
    id: "PC-4.016",
    kind: "rule",
    text:
      "Approving a route that is scheduled, on route or completed approves only the visits still scheduled, " +
      "then locks the route.",
  },
  {
    id: "PC-4.017",
    kind: "rule",
    text: "Otherwise route approve sets the route to Scheduled, locks it and approves all visits.",
  },
  {
    id: "PC-4.018",
    kind: "message",
    text: "Route start asks 'Are you sure you want to start this route?'.",
    differs: "decision 018: 'these routes' where several are started at once.",
  },
  { id: "PC-4.019", kind: "rule", text: "Route start sets the status On route after the confirmation." },
  { id: "PC-4.020", kind: "rule", text: "Route start sets the start visit done." },
  { id: "PC-4.021", kind: "message", text: "Route finish asks 'Are you sure you want to finish this route?'." },
  { id: "PC-4.022", kind: "rule", text: "Route finish sets the status Completed after the confirmation." },
  { id: "PC-4.023", kind: "rule", text: "Route finish sets the visits that are on route and the end visit done." },
  {
    id: "PC-4.024",
    kind: "rule",
    text: "Route finish is refused if any visit is not past, not unscheduled and not the end.",
  },
  { id: "PC-4.025", kind: "rule", text: "Route reset sets the query id and the statistics to 0 and the status Empty." },
  { id: "PC-4.026", kind: "rule", text: "Route reset resets the visits." },
  { id: "PC-4.027", kind: "rule", text: "Route reset removes the break, start and end visits." },
  { id: "PC-4.028", kind: "rule", text: "Removing a route resets its visits." },
  {
    id: "PC-4.029",
    kind: "rule",
    text: "Set empty sets the route's status Empty and its query id 0 and removes the start and end visits.",
  },
  {
    id: "PC-4.030",
    kind: "rule",
    text: "A recalculation with no visits to plan and no location visits sets the route Empty.",
    differs: "decision 021: not one that is on the road.",
  },
  { id: "PC-4.031", kind: "rule", text: "Lock toggles is_locked of the route." },
  { id: "PC-4.032", kind: "rule", text: "Remove-all-visits skips locked routes." },
  { id: "PC-4.033", kind: "rule", text: "A locked route blocks the removal of its visits." },
];
