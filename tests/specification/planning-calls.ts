import type { SpecificationRow } from "./row";

/** Section 7 of the planning core: the calls. */
export const PLANNING_CALLS: readonly SpecificationRow[] = [
  { id: "PC-7.01", kind: "call", text: "All calls go through one shared request helper.", also: ["AA 7"] },
  { id: "PC-7.02", kind: "call", text: "GET sends fields as query parameters.", also: ["AA 7"] },
  { id: "PC-7.03", kind: "call", text: "POST sends fields as a body.", also: ["AA 7"] },
  { id: "PC-7.04", kind: "call", text: "A tab id is added to object payloads.", also: ["AA 7"] },
  {
    id: "PC-7.05",
    kind: "call",
    text: "Routes are addressed by resource names with the path shape {resource}/{action}.",
    also: ["AA 7"],
  },
  {
    id: "PC-7.06",
    kind: "call",
    text:
      "The resource family is routing-query, routing-sheet, users, company, company-members, vehicle, " +
      "warehouse, routing-plan, routing-visit, routing-route, routing-visit-attachment and " +
      "company-confirmation-template.",
    also: ["AA 7"],
  },
  {
    id: "PC-7.07",
    kind: "call",
    text:
      "Each resource of the family has the actions list, item, store, destroy, update, update-field and " +
      "upload-image.",
    also: ["AA 7"],
    differs:
      "decision 079: what makes no sense of a resource, such as a picture of a warehouse, is 404 with the reason.",
  },
  {
    id: "PC-7.08",
    kind: "call",
    text: "GET {base}.list takes filter params and answers a list, or an object with data and translate.",
  },
  { id: "PC-7.09", kind: "call", text: "POST {base}.item takes id and answers the item." },
  { id: "PC-7.10", kind: "call", text: "POST {base}.store takes the item and answers item." },
  { id: "PC-7.11", kind: "call", text: "POST {base}.store takes bulk as a JSON string of items." },
  { id: "PC-7.12", kind: "call", text: "POST {base}.update takes the full item and answers item." },
  {
    id: "PC-7.13",
    kind: "call",
    text: "POST {base}.update-field takes id, name, value and answers item.",
    also: ["AA 7"],
  },
  {
    id: "PC-7.14",
    kind: "call",
    text: "POST {base}.update-field takes bulk as JSON of id to field values.",
    also: ["AA 7"],
  },
  {
    id: "PC-7.15",
    kind: "constant",
    text: "Bulk update-field is debounced 100 ms.",
    also: ["PC 9"],
    differs:
      "decision 099: there is no bulk field update in pages; fields that save themselves are gathered for 50 ms.",
  },
  { id: "PC-7.16", kind: "call", text: "POST {base}.destroy takes id or ids." },
  {
    id: "PC-7.17",
    kind: "call",
    text: "POST routing-sheet.upload-mapping (multipart, field file) answers a map of sheet name to rows.",
  },
  {
    id: "PC-7.18",
    kind: "call",
    text:
      "POST routing-sheet.parse-visits takes sheets (JSON), answers a finished flag and is repeated until it " +
      "is true.",
    also: ["PC 4"],
  },
  {
    id: "PC-7.19",
    kind: "call",
    text: "POST routing-sheet.apply-mapping takes sheets, company_id, plan_id and answers visits and routes.",
  },
  {
    id: "PC-7.20",
    kind: "call",
    text: "POST routing-sheet.upload (multipart: file, file_name, company_id) answers item.",
  },
  {
    id: "PC-7.21",
    kind: "call",
    text:
      "POST routing-sheet.upload-visits takes file, file_name, company_id, plan_id and answers a collection of " +
      "visits.",
  },
  {
    id: "PC-7.22",
    kind: "call",
    text: "POST routing-sheet.upload-plan takes file, file_name, company_id, plan_id and answers visits and routes.",
  },
  {
    id: "PC-7.23",
    kind: "call",
    text: "GET routing-query list with calculate true and id answers output: JSON with routes[0].steps and unassigned.",
  },
  {
    id: "PC-7.24",
    kind: "call",
    text: "A routing-query record is stored with the fields of the entity.",
    differs:
      "decision 079: it starts a calculation; with an input it keeps the result of that, never one made elsewhere.",
  },
  { id: "PC-7.25", kind: "call", text: "POST api/route-matrix takes the query input plus company_id." },
  {
    id: "PC-7.26",
    kind: "call",
    text: "POST routing-route/export takes plan_id or id and answers a file link, which is downloaded.",
  },
  { id: "PC-7.27", kind: "call", text: "POST routing-query/export takes id." },
  {
    id: "PC-7.28",
    kind: "call",
    text: "Route list with route_id and get_hash answers a hash, used for the public tracking link.",
    also: ["AA 7"],
  },
  { id: "PC-7.29", kind: "rule", text: "The public tracking link is copied to the clipboard.", also: ["AA 2"] },
  {
    id: "PC-7.30",
    kind: "message",
    text: "The copied public link shows 'Link is ready' / 'Copied to clipboard'.",
    also: ["AA 7"],
  },
  {
    id: "PC-7.31",
    kind: "call",
    text: "Routing visits request by plan_ids answers per-plan counts unscheduled, all, unscheduled_in_routes.",
  },
  {
    id: "PC-7.32",
    kind: "constant",
    text: "The visit count request is batched with a 100 ms wait.",
    also: ["PC 9", "AA 9"],
    differs:
      "decision 099: the server counts the visits of all plans on a page in one statement, with the page itself.",
  },
  { id: "PC-7.33", kind: "call", text: "Routing queries are also appended by ids." },
  {
    id: "PC-7.34",
    kind: "call",
    text: "The optimisation query body has options, company_id, country_id, fleet by route id and visits by visit id.",
  },
  {
    id: "PC-7.35",
    kind: "call",
    text:
      "The options of the optimisation query are polylines, solving_time, exploration, avoid_tolls, " +
      "avoid_highways, squash_duration, visit_balance_coefficient, need_steps.",
  },
  {
    id: "PC-7.36",
    kind: "call",
    text:
      "A fleet entry has vehicle_id, shift_start, shift_end, max_distance, speed_factor, width, height, " +
      "weight, profile, start_location, end_location, breaks, visits_max, capacity, load, strict_start.",
  },
  {
    id: "PC-7.37",
    kind: "call",
    text: "In a fleet entry max_distance is in metres (km times 1000) and end_location is optional.",
  },
  {
    id: "PC-7.38",
    kind: "call",
    text: "The optimisation query also has a base query of the plan and an optional solution order.",
  },
  { id: "PC-7.39", kind: "call", text: "Attachment upload (multipart: image, type, path, visit_id) answers item." },
  {
    id: "PC-7.40",
    kind: "call",
    text: "routing-visit-attachment/view-image/{id} gives the image of an attachment by id.",
  },
  { id: "PC-7.41", kind: "call", text: "GET preview/image with path, w, h gives an image miniature." },
  { id: "PC-7.42", kind: "call", text: "A member update is followed by reloading the company's member list." },
  { id: "PC-7.43", kind: "call", text: "Templates for Visits, Vehicle and General are downloaded from /templates/." },
  {
    id: "PC-7.44",
    kind: "call",
    text: "A file download is a POST (download) with path and file_name, answered by a binary file saved locally.",
    also: ["AA 7"],
  },
  {
    id: "PC-7.45",
    kind: "call",
    text:
      "The country and country-area lists (GET country/list, GET country-areas/list) are loaded at start " +
      "before user initialisation.",
    also: ["AA 7"],
  },
  {
    id: "PC-7.46",
    kind: "call",
    text: "A socket-id header is sent on HTTP calls when the real-time socket is connected.",
    also: ["AA 7"],
  },
  {
    id: "PC-7.47",
    kind: "call",
    text: "The channel general carries the event Update for the models RoutingQuery and RoutingSheet.",
    also: ["AA 7"],
    differs: "decision 041: the event is change in the company's room, with the model in it.",
  },
  {
    id: "PC-7.48",
    kind: "call",
    text: "The user channel carries the event Update.",
    also: ["AA 7"],
    differs: "decision 041: the event is companies; changes of a person are told in each of their companies.",
  },
  {
    id: "PC-7.49",
    kind: "call",
    text: "The company channel carries the event CompanyUpdate.",
    also: ["AA 7"],
    differs: "decision 041: the event is change in the company's room.",
  },
  {
    id: "PC-7.50",
    kind: "call",
    text: "The channel site-upgrade carries the event SiteUpgrade.",
    also: ["AA 7"],
    differs: "decision 041: the event is site, with the version that the server runs.",
  },
  { id: "PC-7.51", kind: "constant", text: "Listening starts 1 second after the socket connects.", also: ["AA 7"] },
  {
    id: "PC-7.52",
    kind: "path",
    text: "The server route table also contains the pages home, platform, terms, about-us, contacts and others.",
  },
];
