/** Collects what is wrong with a calculation's input, so that one refusal names everything. */
import { refuse } from "../decision";
import type { Refusal } from "../decision";

const SHOWN = 5;

export class Faults {
  readonly fields: Record<string, string> = {};

  /** `field` is a path such as `visits.12.lat`; the first fault of a field counts. */
  add(field: string, message: string): void {
    this.fields[field] ??= message;
  }

  /** Adds a fault when the number isn't finite or lies outside min..max. Returns true when it is fine. */
  range(field: string, label: string, value: number, min: number, max = Number.POSITIVE_INFINITY): boolean {
    if (Number.isFinite(value) && value >= min && value <= max) return true;
    const bounds = max === Number.POSITIVE_INFINITY ? `${min} or more` : `between ${min} and ${max}`;
    this.add(field, `${label} is ${value}, it must be ${bounds}.`);
    return false;
  }

  /** One refusal with all sentences, or null when nothing is wrong. */
  refusal(code: string): { ok: false; error: Refusal } | null {
    const messages = Object.values(this.fields);
    if (messages.length === 0) return null;
    const more = messages.length - SHOWN;
    const text = messages.slice(0, SHOWN).join("\n") + (more > 0 ? `\n… and ${more} more.` : "");
    return refuse(code, text, 422, this.fields);
  }
}
