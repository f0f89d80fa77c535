/**
 * What every action answers to a form: done, or refused with a sentence for the user.
 * `fieldErrors` is keyed by the field's name; `values` are what the user typed, so that nothing is lost
 * when the page is rendered again without JavaScript.
 */
export type ActionResult<Data = undefined> =
  | { ok: true; message?: string; data?: Data }
  | ActionRefusal;

export interface ActionRefusal {
  ok: false;
  message: string;
  fieldErrors?: Record<string, string>;
  values?: Record<string, string>;
}

export function done(message?: string): { ok: true; message?: string } {
  return message === undefined ? { ok: true } : { ok: true, message };
}

export function refused(
  message: string,
  details: { fieldErrors?: Record<string, string>; values?: Record<string, string> } = {},
): ActionRefusal {
  return { ok: false, message, ...details };
}

/** The text fields of a form, to hand back as `values`. Files, repeated names beyond the first, and passwords are left out. */
export function formValues(form: FormData): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, value] of form.entries()) {
    if (typeof value === "string" && !(name in values) && !/password/i.test(name)) values[name] = value;
  }
  return values;
}
