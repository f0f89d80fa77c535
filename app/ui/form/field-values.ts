/** What the fields of a form hold, as the browser has them. */

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

export const isField = (target: unknown): target is Field =>
  target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;

/** A value as the field shows it: of a list the label. */
export function shownValue(field: unknown, value: string): string {
  if (!(field instanceof HTMLSelectElement)) return value;
  return [...field.options].find((option) => option.value === value)?.text ?? value;
}

/** Is the field still being changed, from what was sent of it? */
export function isTypedOn(box: HTMLElement | null, name: string, values: ReadonlyMap<string, string>): boolean {
  const field = box?.closest("form")?.elements.namedItem(name) ?? null;
  return isField(field) && field === document.activeElement && field.value !== values.get(name);
}

/** Enter saves the field: there is no button that it could press. */
export function saveByEnter(event: KeyboardEvent): void {
  if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement) || event.isComposing) return;
  // Of an open list Enter takes an entry.
  if (event.target.ariaExpanded === "true") return;
  event.preventDefault();
  event.target.blur();
  event.target.focus();
}
