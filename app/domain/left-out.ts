/**
 * One action on many records, some of which refuse it: what is left out, by name and with the reason.
 */
import { fewNamed } from "./few-named";
import { addTo } from "~/lib/grouped";
import { mergeChanges } from "./changes";
import type { PlanningChanges } from "./changes";
import type { Decision } from "./decision";

export interface LeftOut {
  name: string;
  why: string;
}

/** The outcome for records that were chosen in a list. */
export interface BulkOutcome {
  /** records that were changed or removed */
  done: number;
  leftOut: readonly LeftOut[];
}

/** The same decision about each; the changes of those that allow it. */
export function eachAllowed<T>(
  items: readonly T[],
  nameOf: (item: T) => string,
  decide: (item: T) => Decision<PlanningChanges>,
): { changes: PlanningChanges; allowed: T[]; leftOut: LeftOut[] } {
  const parts: PlanningChanges[] = [];
  const allowed: T[] = [];
  const leftOut: LeftOut[] = [];
  for (const item of items) {
    const decision = decide(item);
    if (!decision.ok) {
      leftOut.push({ name: nameOf(item), why: decision.error.message });
      continue;
    }
    parts.push(decision.changes);
    allowed.push(item);
  }
  return { changes: mergeChanges(parts), allowed, leftOut };
}

/** In a message: names of one reason, reasons, and characters of a name. The whole list is shown by the dialog. */
const [NAMED, REASONS, NAME_LENGTH] = [5, 3, 60];

const short = (name: string): string =>
  name.length > NAME_LENGTH ? `${name.slice(0, NAME_LENGTH - 1).trimEnd()}…` : name;

/** The names of each reason, in the order in which they came. */
export function byReason(leftOut: readonly LeftOut[]): Map<string, string[]> {
  const names = new Map<string, string[]>();
  for (const { name, why } of leftOut) addTo(names, why, name);
  return names;
}

/** 'Left as they are: Ash, Beech (The route is locked. Unlock it first.)', as long as a message may be. */
export function leftOutWords(leftOut: readonly LeftOut[]): string {
  const names = byReason(leftOut);
  const parts = [...names].slice(0, REASONS).map(([why, all]) => `${fewNamed(all.map(short), NAMED)} (${why})`);
  const others = [...names.values()].slice(REASONS).reduce((sum, all) => sum + all.length, 0);
  if (others > 0) parts.push(`${others} more for other reasons`);
  return `Left as they are: ${parts.join("; ")}`;
}
