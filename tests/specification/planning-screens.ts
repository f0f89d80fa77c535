import type { SpecificationRow } from "./row";

/** Section 2 of the planning core: screens, panels and modals. */
export const PLANNING_SCREENS: readonly SpecificationRow[] = [
  { id: "PC-2.42", kind: "screen", text: "There is a vehicle edit side modal." },
  {
    id: "PC-2.43",
    kind: "field",
    text:
      "The vehicle modal has the fields status, Title, Type, Plate, Driver, Speed %, Max distance km, one " +
      "block for dimensions and load (Width m, Height m, Weight t, Capacity m3, Load kg, Visits max), Working " +
      "hours, Overtime mins, Breaks, Duration mins, Service Warehouse and Park Location.",
  },
  { id: "PC-2.44", kind: "field", text: "In the vehicle modal the status is a toggle labelled Active and Inactive." },
  {
    id: "PC-2.45",
    kind: "field",
    text: "In the vehicle modal Speed % is a slider from 50 to 150 with step 10.",
    also: ["PC 5", "PC 9"],
  },
  {
    id: "PC-2.46",
    kind: "field",
    text: "In the vehicle modal Weight t shows only for type truck.",
  },
  {
    id: "PC-2.47",
    kind: "field",
    text: "In the vehicle modal Working hours is a range with Overtime mins and Breaks is a range with Duration mins.",
  },
  { id: "PC-2.48", kind: "field", text: "In the vehicle modal a new Service Warehouse can be created on the spot." },
  { id: "PC-2.49", kind: "field", text: "In the vehicle modal Park Location is an address with a location setter." },
  { id: "PC-2.50", kind: "rule", text: "Each field of the vehicle modal saves on blur or change." },
  { id: "PC-2.51", kind: "screen", text: "There is a team member edit modal.", also: ["AA 2"] },
  {
    id: "PC-2.52",
    kind: "right",
    text: "In the team member modal the role switches are visible only to a company admin.",
  },
  { id: "PC-2.53", kind: "screen", text: "There is a visit edit side panel with details." },
  { id: "PC-2.54", kind: "right", text: "The sudo admin sees the visit id in the visit panel.", also: ["PC 6"] },
  { id: "PC-2.55", kind: "right", text: "The sudo admin sees a debug menu in the visit panel.", also: ["PC 6"] },
  {
    id: "PC-2.56",
    kind: "field",
    text:
      "The visit debug menu holds position, last modified, created, edit position, arrival_time and " +
      "completed_at, draw route on map.",
  },
  { id: "PC-2.57", kind: "screen", text: "A failed-visit reason picker shows when a visit is marked failed." },
  { id: "PC-2.58", kind: "screen", text: "There is a routing-query modal with the tabs Map and JSON." },
  { id: "PC-2.59", kind: "screen", text: "The routing-query modal has an Export action." },
  {
    id: "PC-2.60",
    kind: "field",
    text: "The routing-query modal has a route summary table with the columns vehicle name, amount, start, finish.",
  },
  {
    id: "PC-2.61",
    kind: "right",
    text: "The sudo admin sees the Calculate button in the query summary.",
    also: ["PC 6"],
  },
  {
    id: "PC-2.62",
    kind: "right",
    text: "The sudo admin sees the Test API button in the query summary.",
    also: ["PC 6"],
  },
  {
    id: "PC-2.63",
    kind: "right",
    text: "The dev admin sees the Test API button in the query summary (Calculate is named for the sudo admin alone).",
    also: ["PC 6"],
  },
  {
    id: "PC-2.64",
    kind: "screen",
    text: "The Create plan modal has the fields Title, Warehouse and Date.",
    also: ["AA 2"],
  },
  {
    id: "PC-2.65",
    kind: "field",
    text: "The Warehouse select of the Create plan modal has an Add new option.",
    also: ["AA 2"],
  },
  { id: "PC-2.66", kind: "screen", text: "There is a plan-to-spreadsheet mapping modal." },
  { id: "PC-2.67", kind: "screen", text: "There is a spreadsheet mapping modal for imports." },
  { id: "PC-2.68", kind: "screen", text: "There is a generic create modal." },
  { id: "PC-2.69", kind: "screen", text: "There is a rename modal." },
  { id: "PC-2.70", kind: "screen", text: "There is a location picker with a map." },
  { id: "PC-2.71", kind: "screen", text: "There is a warehouse edit side panel.", also: ["AA 2"] },
  {
    id: "PC-2.72",
    kind: "screen",
    text: "The confirmation template creation modal has one Title input.",
    also: ["AA 2"],
  },
  { id: "PC-2.73", kind: "screen", text: "There is a signature modal with a drawing canvas." },
  {
    id: "PC-2.74",
    kind: "screen",
    text: "There is an image preview modal with previous and next browsing, also by the left and right arrow keys.",
  },
  { id: "PC-2.75", kind: "screen", text: "There is an upload modal with a file picker." },
  { id: "PC-2.76", kind: "screen", text: "There is a confirmation-attachments block." },
  {
    id: "PC-2.77",
    kind: "screen",
    text:
      "The table pagination control has a rows-per-page select, a range label, previous and next buttons and a " +
      "page number input.",
    also: ["AA 2"],
  },
  { id: "PC-2.78", kind: "field", text: "The search input has the placeholder 'Search'.", also: ["AA 2"] },
  { id: "PC-2.79", kind: "message", text: "'You have no access' is shown as a placeholder.", also: ["AA 2"] },
  { id: "PC-2.80", kind: "screen", text: "A generic page header shows title and description.", also: ["AA 2"] },
];
