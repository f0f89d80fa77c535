import type { ErrorLink } from "./errors";

/** What the specification says where nothing more is known. */
export const ACTION_DONE = "Action was successful";
export const ACTION_FAILED = "Action failed";
export const TRY_LATER = "Something goes wrong. Please try later";
/** After a removal. @param thing its name or title */
export const deletedMessage = (thing: string): string => `${thing} has been deleted!`;
export const VERIFICATION_SENT = "Verification email sent successfully.";
export const SAVED = "Successfully saved";

/** A message of two lines: the specification's words, and what exactly was done. */
export interface Message {
  message: string;
  detail?: string | undefined;
}

/**
 * What every action answers to a form: done, or refused with a sentence for the user.
 * `fieldErrors` is keyed by the field's name; `values` are what the user typed, so that nothing is lost
 * when the page is rendered again without JavaScript.
 */
export type ActionResult<Data = undefined> =
  { ok: true; message?: string; detail?: string; data?: Data } | ActionRefusal;

export interface ActionRefusal {
  ok: false;
  message: string;
  /** a second line under it */
  detail?: string;
  /** where something can be done about it */
  link?: ErrorLink;
  fieldErrors?: Record<string, string>;
  values?: Record<string, string>;
  /**
   * Fields that somebody else has changed since the form showed them, with what they show now. The user is told, so the
   * form says from here on that it shows this (`shown-values.ts`).
   */
  stale?: Record<string, string>;
  /** Nothing was sent yet: the places to choose from that a form without scripts searched for. */
  places?: FoundPlaces;
}

/** The refusal of one form of several on a page. @param field one that tells forms of the same intent apart */
export const refusalOf = (
  result: ActionResult<unknown> | null,
  intent: string,
  field?: string,
): ActionRefusal | null =>
  result !== null &&
  !result.ok &&
  result.values?.intent === intent &&
  (field === undefined || result.values[field] !== undefined)
    ? result
    : null;

interface FoundPlaces {
  /** the form's field with the address */
  field: string;
  choices: PlaceChoice[];
}

export interface PlaceChoice {
  label: string;
  /** the form's fields that this place fills, as JSON */
  fields: string;
}

/** The button of a form without scripts that searches; its value names the form's fields (`PlaceNames`) as JSON. */
export const FIND_PLACE_FIELD = "find-place";
/** Before the name of the address's field: the place that was chosen of a list. */
export const CHOSEN_PLACE_PREFIX = "chosen-place:";

/** A form's fields of one place. */
export interface PlaceNames {
  /** "" where none is posted */
  address: string;
  lat: string;
  lng: string;
  postcode?: string | undefined;
  country?: string | undefined;
}

export function refused(
  message: string,
  details: Pick<ActionRefusal, "detail" | "link" | "fieldErrors" | "values" | "stale"> = {},
): ActionRefusal {
  return { ok: false, message, ...details };
}

/**
 * The text fields of a form, to hand back as `values`. Files, repeated names beyond the first, and passwords are left
 * out. A switch that is on posts "0" and then "1".
 */
export function formValues(form: FormData): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, value] of form.entries()) {
    if (typeof value !== "string" || /password/i.test(name)) continue;
    if (!(name in values) || (values[name] === "0" && value === "1")) values[name] = value;
  }
  return values;
}

/**
 * A refusal once these fields were changed: without their faults. Where they were all that was wrong, nothing is left
 * to say but what was typed.
 */
export function withoutFields(refusal: ActionRefusal, names: readonly string[]): ActionRefusal {
  const left = Object.entries(refusal.fieldErrors ?? {}).filter(([name]) => !names.includes(name));
  const repeated = Object.values(refusal.fieldErrors ?? {}).includes(refusal.message);
  return {
    ...refusal,
    message: repeated ? (left[0]?.[1] ?? "") : refusal.message,
    fieldErrors: Object.fromEntries(left),
  };
}
