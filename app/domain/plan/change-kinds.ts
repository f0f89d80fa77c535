/** What can happen to a plan, as its log names it: who may take it back, and the words for it. */

/** Facts from the road. They are taken back by another report ("on route again"), by others than their author never. */
export const REPORT_KINDS: readonly string[] = ["visit.done", "visit.failed", "visit.on_route", "route.start", "route.finish"];

/** Times that followed a change elsewhere: what was changed there is set back there. */
export const FOLLOWING_KINDS: readonly string[] = ["vehicle.update", "warehouse.update"];

export const CALCULATION_KIND = "calculation.apply";

const WORDS: Readonly<Record<string, string>> = {
  "plan.rename": "renamed the plan",
  "plan.settings": "changed the plan's settings",
  "plan.complete": "changed the plan's status",
  "plan.dispatch": "started the dispatch",
  "plan.undo": "undid a change",
  "plan.import": "imported a spreadsheet",
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
  "visit.add": "added a visit",
  "visit.update": "changed the visit",
  "visit.move": "moved the visit",
  "visit.remove": "removed the visit",
  "visit.done": "reported done for the visit",
  "visit.failed": "reported failed for the visit",
  "visit.on_route": "took back the report on the visit",
  "suggestion.apply": "applied a suggestion",
  "suggestion.vehicle": "applied a suggestion to a vehicle",
  "calculation.apply": "calculated the plan",
  "proposal.apply": "applied a proposal",
  "vehicle.update": "changed a vehicle",
  "warehouse.update": "changed a warehouse",
};

/** What was done, after a name: 'Rita Beck moved the visit'. Kinds that nobody knows stay general. */
export const changeWords = (kind: string): string => WORDS[kind] ?? "changed the plan";

export const isReport = (kind: string): boolean => REPORT_KINDS.includes(kind);

/** Why undo can't take a change of that kind back, whoever asks; null: it can. */
export function neverUndone(kind: string): string | null {
  if (kind === "vehicle.update") return "The change of a vehicle can't be undone here. Set the old value in the vehicle itself.";
  if (kind === "warehouse.update") return "The change of a warehouse can't be undone here. Set the old place in the warehouse itself.";
  if (kind === "plan.undo") return "An undoing can't be undone. Make the change again.";
  return null;
}

/** Why this user can't undo it, or null when he may try: what others have changed since is another question. */
export function whyNotUndo(change: { kind: string; userId: number | null; undone: boolean }, userId: number): string | null {
  if (change.undone && change.kind !== "plan.undo") return "It is undone already.";
  const never = neverUndone(change.kind);
  if (never !== null) return never;
  if (isReport(change.kind) && change.userId !== userId) return "A report from the road is taken back on the route: set the visit on route again.";
  return null;
}
