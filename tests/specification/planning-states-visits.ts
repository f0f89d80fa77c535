import type { SpecificationRow } from "./row";

/** Section 4 of the planning core: states of visits. */
export const PLANNING_STATES_VISITS: readonly SpecificationRow[] = [
  {
    id: "PC-4.034",
    kind: "field",
    text: "Visit status is 1 Unscheduled (grey), 2 Scheduled, 3 On Route, 4 Delivered (shown 'Done'), 5 Failed.",
  },
  { id: "PC-4.035", kind: "rule", text: "A visit without a route always shows Unscheduled." },
  {
    id: "PC-4.036",
    kind: "rule",
    text: "When a visit is Scheduled or On Route, the displayed status follows its route.",
  },
  { id: "PC-4.037", kind: "rule", text: "A visit is past when it is done or failed." },
  { id: "PC-4.038", kind: "rule", text: "An unscheduled visit placed on a route becomes Scheduled." },
  {
    id: "PC-4.039",
    kind: "rule",
    text: "An unscheduled visit placed on a route that is already on route becomes On Route.",
  },
  { id: "PC-4.040", kind: "rule", text: "Mark done: a failed visit simply becomes delivered." },
  {
    id: "PC-4.041",
    kind: "rule",
    text: "Mark done: a visit that is not next in the route and not a start visit asks a confirmation.",
  },
  { id: "PC-4.042", kind: "rule", text: "Mark done: a start visit asks no confirmation and counts as in turn." },
  { id: "PC-4.043", kind: "rule", text: "Mark done: the out-of-turn confirmation can be skipped." },
  { id: "PC-4.044", kind: "rule", text: "Mark done out of turn increases the route's out-of-turn counter." },
  { id: "PC-4.045", kind: "rule", text: "Mark done out of turn sets the completed time and the status Delivered." },
  {
    id: "PC-4.046",
    kind: "rule",
    text: "Mark done out of turn moves the visit to just after the current vehicle visit.",
  },
  { id: "PC-4.047", kind: "rule", text: "Mark done out of turn recalculates the route." },
  {
    id: "PC-4.048",
    kind: "rule",
    text: "Mark done in turn increases the route's overdue time by the minutes late, converted to seconds.",
  },
  {
    id: "PC-4.049",
    kind: "rule",
    text: "Mark done in turn increases the overdue time only when the finish time is known.",
  },
  { id: "PC-4.050", kind: "rule", text: "Mark done in turn sets the completed time and the status Delivered." },
  { id: "PC-4.051", kind: "rule", text: "Mark done in turn recalculates the route by position." },
  {
    id: "PC-4.052",
    kind: "message",
    text:
      "Mark failed, if not done and not next, asks 'This visit is not the next in the route. Are you sure you " +
      "want to mark it as failed?'.",
  },
  {
    id: "PC-4.053",
    kind: "rule",
    text: "Mark failed: if the company has fail reasons, a reason must be chosen and is stored as fail_reason_id.",
  },
  {
    id: "PC-4.054",
    kind: "message",
    text:
      "Mark failed without company fail reasons asks the danger confirmation 'Are you sure you want to mark " +
      "this visit as failed?'.",
  },
  {
    id: "PC-4.055",
    kind: "rule",
    text: "Mark failed: the danger confirmation is not asked when the visit is out of turn.",
  },
  { id: "PC-4.056", kind: "rule", text: "Mark failed: a visit that was done just becomes Failed." },
  { id: "PC-4.057", kind: "rule", text: "Mark failed out of turn counts in the route's out-of-turn statistic." },
  { id: "PC-4.058", kind: "rule", text: "Mark failed out of turn moves the visit." },
  { id: "PC-4.059", kind: "rule", text: "Mark failed in turn sets completed_at." },
  { id: "PC-4.060", kind: "rule", text: "Mark failed in turn recalculates the route." },
  {
    id: "PC-4.061",
    kind: "rule",
    text: "Set on route again clears the completion data of the visit and sets it On Route.",
  },
  { id: "PC-4.062", kind: "rule", text: "Set on route again recalculates the route." },
  {
    id: "PC-4.063",
    kind: "screen",
    text: "While its route is on route, the visit's status badge opens a menu with on route, delivered and failed.",
  },
  { id: "PC-4.064", kind: "rule", text: "Choosing failed in the status badge menu asks the reason." },
  {
    id: "PC-4.065",
    kind: "rule",
    text: "Visit reset sets status Unscheduled, route_id 0, position 0 and label_position 0.",
  },
  {
    id: "PC-4.066",
    kind: "rule",
    text:
      "An unscheduled reset of a visit also empties polyline, arrival_time, distance, travel_duration and " +
      "waiting_time and sets position 1000.",
    also: ["PC 9"],
  },
  {
    id: "PC-4.067",
    kind: "rule",
    text: "A full reset of a visit also clears fail reason, confirmation type, signature name and completed_at.",
  },
  { id: "PC-4.068", kind: "rule", text: "Visit approve sets On Route." },
  { id: "PC-4.069", kind: "rule", text: "Removing a visit asks a confirmation." },
  {
    id: "PC-4.070",
    kind: "rule",
    text:
      "If the removal is declined, the visit is detached from its plan (plan_id 0, warehouse of the plan) and " +
      "fully reset.",
  },
  { id: "PC-4.071", kind: "rule", text: "Removing visits: those that are not location visits are removed." },
  { id: "PC-4.072", kind: "rule", text: "After a removal of a visit the route recalculates by position." },
  { id: "PC-4.073", kind: "rule", text: "After a change of a visit's coordinates the route recalculates by position." },
  {
    id: "PC-4.074",
    kind: "rule",
    text: "A visit without a route may be changed, as may one whose route is not locked.",
  },
  { id: "PC-4.075", kind: "rule", text: "A visit of a locked route may not be changed." },
  { id: "PC-4.076", kind: "rule", text: "A start or end visit may not be changed." },
  { id: "PC-4.077", kind: "rule", text: "The next vehicle visit may not be changed." },
  { id: "PC-4.078", kind: "rule", text: "A past visit may not be changed." },
  { id: "PC-4.079", kind: "rule", text: "The route of a visit may not be changed when the route is locked." },
  { id: "PC-4.080", kind: "rule", text: "The route of a break may not be changed." },
  { id: "PC-4.081", kind: "rule", text: "A past visit shows ATA, the completed time." },
  {
    id: "PC-4.082",
    kind: "rule",
    text: "A visit with an arrival time shows ETA.",
    differs: "decision 090: a time that has passed without a report isn't called one.",
  },
  {
    id: "PC-4.083",
    kind: "message",
    text: "The status panel of a done visit shows 'Delivered on: {date}' and 'Done!' plus the confirmation label.",
  },
  {
    id: "PC-4.084",
    kind: "message",
    text: "The status panel of a failed visit shows 'Failed on: {date}' and 'Failed!' plus the fail-reason label.",
  },
];
