/** What can happen to a plan, as its log names it: who may take it back, and the words for it. */

/** Facts from the road. Another report takes them back ("on route again"); only their author can undo them. */
export const REPORT_KINDS: readonly string[] = [
  "visit.done",
  "visit.failed",
  "visit.on_route",
  "route.start",
  "route.finish",
];

/** Estimated legs got their times on roads: no change of anybody's, and no conflict with one. */
export const MEASURE_KIND = "legs.measure";

/** Visits of an import got the places that their addresses surely mean. */
export const PLACES_KIND = "visits.places";

/** Times that follow a change of a vehicle or a warehouse later than it, because they could not at once. */
export const RETIME_KIND = "routes.retime";

/** Times that followed a change elsewhere. Undo that change where it was made. */
export const FOLLOWING_KINDS: readonly string[] = [
  "vehicle.update",
  "vehicles.update",
  "warehouse.update",
  MEASURE_KIND,
  RETIME_KIND,
];

/** The stops of a copied plan came to the same routes in the same order. */
export const KEEP_ROUTES_KIND = "plan.keep_routes";

/** What a recipient said on the page of their link is in the visit's note. */
export const RECIPIENT_NOTE_KIND = "recipient.note";
/** A visit got the window that its recipient asked for. */
export const RECIPIENT_WINDOW_KIND = "recipient.window";

export const CALCULATION_KIND = "calculation.apply";
export const UNDO_KIND = "plan.undo";
export const REDO_KIND = "plan.redo";
/** Listed, but no changes of their own that could be undone. */
export const isUndoOrRedo = (kind: string): boolean => kind === UNDO_KIND || kind === REDO_KIND;

/** Changes of stops alone, and those that no calculation depends on; all others change what the whole plan rests on. */
const OF_STOPS: readonly string[] = [
  "plan.rename",
  "plan.complete",
  "plan.dispatch",
  "plan.import",
  KEEP_ROUTES_KIND,
  "route.lock",
  "route.approve",
  "visits.remove",
  "visits.move",
  "visits.window",
  PLACES_KIND,
  RECIPIENT_NOTE_KIND,
  RECIPIENT_WINDOW_KIND,
  "visit.add",
  "visits.add",
  "visit.update",
  "visit.move",
  "visit.remove",
];
export const changesPlanBase = (kind: string): boolean => !OF_STOPS.includes(kind);

const WORDS: Readonly<Record<string, string>> = {
  "plan.rename": "renamed the plan",
  "plan.settings": "changed the plan's settings",
  "plan.complete": "changed the plan's status",
  "plan.dispatch": "started the dispatch",
  [UNDO_KIND]: "undid a change",
  [REDO_KIND]: "redid a change",
  "plan.import": "imported a spreadsheet",
  [KEEP_ROUTES_KIND]: "kept the routes of the duplicated plan",
  "route.add": "added routes",
  "route.change": "changed a route's vehicle or driver",
  "route.settings": "changed a route's settings",
  "route.lock": "locked or unlocked a route",
  "route.approve": "approved the route",
  "route.start": "started the route",
  "route.finish": "finished the route",
  "route.reset": "reset the route",
  "route.empty": "emptied the route",
  "route.remove": "removed a route",
  "visits.remove": "removed visits",
  "visits.move": "moved visits",
  "visits.window": "changed the window of visits",
  "visits.update": "changed visits",
  [RECIPIENT_NOTE_KIND]: "passed on what the recipient of the visit says",
  [RECIPIENT_WINDOW_KIND]: "gave the visit the window that its recipient asked for",
  [PLACES_KIND]: "gave visits the places of their addresses",
  "visit.add": "added a visit",
  "visits.add": "added visits",
  "visit.update": "changed the visit",
  "visit.move": "moved the visit",
  "visit.remove": "removed the visit",
  "visit.done": "marked the visit{name} as done",
  "visit.failed": "marked the visit{name} as failed",
  "visit.on_route": "set the visit{name} on route again",
  "suggestion.apply": "applied a suggestion",
  "suggestion.vehicle": "applied a suggestion to a vehicle",
  "calculation.apply": "calculated the plan",
  "proposal.apply": "applied a proposal",
  "vehicle.update": "changed a vehicle",
  "vehicles.update": "changed vehicles",
  "warehouse.update": "changed a warehouse",
  [MEASURE_KIND]: "measured new legs on roads",
  [RETIME_KIND]: "timed routes again after a vehicle or a warehouse was changed",
};

/** Of kinds that can be one change of several routes. */
const OF_ROUTES: Readonly<Record<string, string>> = {
  "route.change": "changed the vehicles or drivers of routes",
  "route.approve": "approved the routes",
  "route.start": "started the routes",
};

const NAMES: Readonly<Record<string, string>> = {
  "plan.rename": "the new title",
  "plan.settings": "the change of the plan's settings",
  "plan.complete": "the change of the plan's status",
  "plan.dispatch": "the start of the dispatch",
  "plan.import": "the import",
  [KEEP_ROUTES_KIND]: "the routes of the duplicated plan",
  "route.add": "the added routes",
  "route.change": "the change of a vehicle or driver",
  "route.settings": "the change of a route's settings",
  "route.lock": "the change of a lock",
  "route.approve": "the approval",
  "route.start": "the start of the route",
  "route.finish": "the finish of the route",
  "route.reset": "the reset of the route",
  "route.empty": "the emptying of the route",
  "route.remove": "the removal of a route",
  "visits.remove": "the removal of visits",
  "visits.move": "the move of visits",
  "visits.window": "the new time window of visits",
  "visits.update": "the change of visits",
  [PLACES_KIND]: "the places found for visits",
  "visit.add": "the added visit",
  "visits.add": "the added visits",
  "visit.update": "the change of the visit",
  "visit.move": "the move of the visit",
  "visit.remove": "the removal of the visit",
  "visit.done": "the report that the visit is done",
  "visit.failed": "the report that the visit failed",
  "visit.on_route": "the return of the visit to “on route”",
  "suggestion.apply": "the applied suggestion",
  "suggestion.vehicle": "the suggestion applied to a vehicle",
  "calculation.apply": "the calculation",
  "proposal.apply": "the applied proposal",
};

const NAMES_OF_ROUTES: Readonly<Record<string, string>> = { "route.start": "the start of the routes" };

/**
 * A change as a thing: 'the move of the visit', for 'Undone: …' and 'Rita Beck undid …'.
 * @param routes how many it was about
 */
export const changeName = (kind: string, routes = 1): string =>
  (routes > 1 ? NAMES_OF_ROUTES[kind] : undefined) ?? NAMES[kind] ?? "a change of the plan";

/**
 * What was done, after a name: 'Rita Beck moved the visit'. Unknown kinds get a general text.
 * @param visit the name of the one visit that it was about
 * @param routes how many it was about
 */
export function changeWords(kind: string, { visit = "", routes = 1 } = {}): string {
  const words = (routes > 1 ? OF_ROUTES[kind] : undefined) ?? WORDS[kind] ?? "changed the plan";
  const name = visit === "" ? "" : ` “${visit}”`;
  return words.includes("{name}") ? words.replace("{name}", () => name) : `${words}${name}`;
}

export const isReport = (kind: string): boolean => REPORT_KINDS.includes(kind);

/** Somebody sets the plan's status itself; with all other changes it follows from the routes. */
export const setsPlanStatus = (kind: string): boolean => kind === "plan.complete" || kind === "plan.dispatch";

/** Why nobody can undo a change of that kind; null: it can be undone. */
export function neverUndone(kind: string): string | null {
  if (kind === "vehicle.update")
    return "The change of a vehicle can't be undone here. Set the old value in the vehicle itself.";
  if (kind === "vehicles.update")
    return "The change of vehicles can't be undone here. Set the old values in the vehicles themselves.";
  if (kind === "warehouse.update")
    return "The change of a warehouse can't be undone here. Set the old place in the warehouse itself.";
  if (kind === MEASURE_KIND) return "Measured times are not undone. Undo the change that made the new legs.";
  if (kind === RETIME_KIND)
    return "Times that follow a vehicle or a warehouse are not undone. Set the old values in those themselves.";
  if (kind === UNDO_KIND) return "An undo can't be undone here. Redo your last one with Ctrl+Shift+Z.";
  if (kind === REDO_KIND) return "A redo can't be undone here. Undo the change itself.";
  return null;
}

/** Why this user can't undo it, or null when they may try. Later changes by others are checked elsewhere. */
export function whyNotUndo(change: { kind: string; undone: boolean }, isOwn: boolean): string | null {
  if (change.undone && !isUndoOrRedo(change.kind)) return "This change is already undone.";
  const never = neverUndone(change.kind);
  if (never !== null) return never;
  if (isReport(change.kind) && !isOwn)
    return "A report from the road is taken back on the route: set the visit on route again.";
  return null;
}
