import type { SpecificationRow } from "./row";

/** Section 4 of the planning core: recalculation, spreadsheet import and real-time updates. */
export const PLANNING_STATES_FLOWS: readonly SpecificationRow[] = [
  {
    id: "PC-4.085",
    kind: "rule",
    text:
      "A recalculation, by position or full, stores a query, asks the server to calculate and then applies the " +
      "steps.",
    differs: "decision 021: by position it gives new times at once and stores no query; a full one is as it says.",
  },
  { id: "PC-4.086", kind: "rule", text: "Applying the steps gives visits their order and times." },
  {
    id: "PC-4.087",
    kind: "rule",
    text: "Applying the steps sets visits Scheduled, or On Route when the route is on route.",
  },
  { id: "PC-4.088", kind: "rule", text: "Applying the steps creates breaks or reuses the existing ones." },
  { id: "PC-4.089", kind: "rule", text: "Applying the steps makes unassigned visits unscheduled." },
  {
    id: "PC-4.090",
    kind: "rule",
    text: "Labels are renumbered by real time, with unscheduled visits after the others.",
  },
  { id: "PC-4.091", kind: "rule", text: "Dropping a visit into a route reassigns it to that route." },
  { id: "PC-4.092", kind: "rule", text: "Dropping a visit into a route recalculates the old route." },
  {
    id: "PC-4.093",
    kind: "rule",
    text: "Dropping a visit into a route fully recalculates the new route.",
    differs: "decision 021: the visit stays where it was dropped, and the route gets new times.",
  },
  { id: "PC-4.094", kind: "rule", text: "The driver of a route defaults to the vehicle's driver if unset." },
  {
    id: "PC-4.095",
    kind: "rule",
    text: "After progress has started, a recalculation starts at the last served visit's location.",
  },
  {
    id: "PC-4.096",
    kind: "rule",
    text:
      "After progress has started, a recalculation has a strict start at the later of the last served visit's " +
      "finish time or now.",
  },
  { id: "PC-4.097", kind: "rule", text: "A route on route has no shift end in its calculation." },
  {
    id: "PC-4.098",
    kind: "rule",
    text: "Spreadsheet import runs through the states no file, file uploaded (sheets shown), mapped, applied.",
  },
  {
    id: "PC-4.099",
    kind: "rule",
    text: "After apply, the visits and routes of the answer are added to the local lists.",
  },
  { id: "PC-4.100", kind: "rule", text: "After apply, the company is reapplied." },
  {
    id: "PC-4.101",
    kind: "rule",
    text: "A real-time action of create, update, destroy or their bulk forms changes local lists.",
    also: ["AA 7"],
  },
  {
    id: "PC-4.102",
    kind: "rule",
    text: "Real-time updates that come from the user's own browser tab are ignored.",
    also: ["AA 4"],
  },
  {
    id: "PC-4.103",
    kind: "message",
    text: "A site-upgrade event asks 'Site was upgraded. Would you like to apply changes?'.",
    also: ["AA 7"],
  },
  { id: "PC-4.104", kind: "rule", text: "Accepting the site-upgrade question reloads the app.", also: ["AA 7"] },
];
